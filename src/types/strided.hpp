// SPDX-License-Identifier: BSD-3-Clause
// Values with strides: they are gathered into, or scattered from, a tile that stays in the
// first-level cache, so that one conversion loop for a pair of types serves all strides.
#pragma once

#include <cstddef>

namespace weft::types {

/// Converts `count` values that lie side by side on both sides; no address needs alignment. `fill`
/// replaces what the target type cannot hold, in the form of the target. False when that happened.
using Convert = bool (*)(std::byte* to, const std::byte* from, std::size_t count,
                         const std::byte* fill);

/// The destination of values: `size` bytes each, `stride` bytes apart.
struct Destination {
    std::byte* at;
    std::ptrdiff_t stride;
    std::size_t size;
};

/// The source of values.
struct Source {
    const std::byte* at;
    std::ptrdiff_t stride;
    std::size_t size;
};

/// Converts `count` (> 0) values at any strides. Sizes are 1, 2, 4 or 8.
bool convert_strided(Convert convert, const Destination& to, const Source& from, std::size_t count,
                     const std::byte* fill);

}  // namespace weft::types
