// SPDX-License-Identifier: BSD-3-Clause
// Numbers under which the HDF Group has filters registered.
#pragma once

namespace weft::capi {

inline constexpr int deflate_id = 1;
inline constexpr int shuffle_id = 2;
inline constexpr int fletcher32_id = 3;
inline constexpr int szip_id = 4;
inline constexpr int zstd_id = 32015;

}  // namespace weft::capi
