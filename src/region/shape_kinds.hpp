// SPDX-License-Identifier: BSD-3-Clause
// The numbers of the kinds of shapes in messages (shape_codec.hpp).
#pragma once

#include <cstdint>

namespace weft::region {

/// The most loops of a nest, whose kind is its number of loops. There cannot be more, because each
/// loop at least doubles the bytes.
inline constexpr std::int64_t most_loops = 62;
inline constexpr std::int64_t list_kind = 64;
inline constexpr std::int64_t cut_kind = 65;
inline constexpr std::int64_t tile_kind = 66;
inline constexpr std::int64_t chain_kind = 67;

}  // namespace weft::region
