// SPDX-License-Identifier: BSD-3-Clause
// What a file has beyond definitions and values, for a text of which the same file can be made
// again, byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft::container {

/// Where things are, unless they are in their usual places.
struct ExactPlaces {
    std::vector<std::int64_t> begins;        // of the variables, side by side: empty
    std::optional<std::int64_t> file_bytes;  // unless it follows from the rest
};

/// Bytes that are not the usual ones.
struct Oddity {
    // 0: they are between values, or behind them. Else they are in a header of so many bytes.
    std::int64_t header_bytes = 0;
    std::int64_t offset = 0;  // in the file, of the first byte
    std::int64_t pitch = 1;   // from one repetition to the next
    std::int64_t times = 1;
    std::span<const std::byte> bytes;  // at least one
};

}  // namespace weft::container
