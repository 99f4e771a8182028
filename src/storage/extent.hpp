// SPDX-License-Identifier: BSD-3-Clause
// A part of a file as an offset and a length, as interfaces of storage take it.
#pragma once

#include <cstdint>

namespace weft::storage {

/// A part of a file.
struct Extent {
    std::int64_t offset = 0;
    std::int64_t length = 0;
};

inline Extent extent_of(std::int64_t offset, std::size_t length) {
    return {.offset = offset, .length = static_cast<std::int64_t>(length)};
}

}  // namespace weft::storage
