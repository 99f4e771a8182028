// SPDX-License-Identifier: BSD-3-Clause
// The numbers that tell shapes apart in messages (shape_codec.hpp).
#pragma once

#include <cstdint>

namespace weft::region {

/// A nest's number is how many loops it has. More cannot be, as each loop at least doubles its
/// bytes.
inline constexpr std::int64_t most_loops = 62;
inline constexpr std::int64_t list_kind = 64;
inline constexpr std::int64_t cut_kind = 65;
inline constexpr std::int64_t tile_kind = 66;
inline constexpr std::int64_t chain_kind = 67;

}  // namespace weft::region
