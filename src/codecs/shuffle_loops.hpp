// SPDX-License-Identifier: BSD-3-Clause
// Bytes of elements to planes, of which the first has the first byte of each element, and back.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::codecs {

struct Elements {
    std::size_t bytes;  ///< of each, at least 1
    std::size_t count;
};

/// Moves the elements at `from` to the planes at `to`.
void shuffle_elements(const std::uint8_t* from, Elements elements, std::uint8_t* to);
/// Moves the planes at `from` to the elements at `to`.
void unshuffle_elements(const std::uint8_t* from, Elements elements, std::uint8_t* to);

}  // namespace weft::codecs
