// SPDX-License-Identifier: BSD-3-Clause
// Tells whether ranges of two files hold the same bytes, without comparing them.
#pragma once

#include <cstdint>

namespace weft::storage {

/// The XXH3-128 checksum, seed 0, of `bytes` bytes. It finds accidental differences, not forged
/// ones: two texts with the same checksum can be constructed.
struct Checksum {
    std::int64_t bytes = 0;
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const Checksum&) const = default;
};

}  // namespace weft::storage
