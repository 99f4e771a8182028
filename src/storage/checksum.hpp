// SPDX-License-Identifier: BSD-3-Clause
// What tells whether ranges of two files hold the same bytes, without bringing them together.
#pragma once

#include <cstdint>

namespace weft::storage {

/// XXH3-128, seed 0, of so many bytes. It finds every accident; nobody may be trusted for it who
/// would look for two texts of one checksum.
struct Checksum {
    std::int64_t bytes = 0;
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const Checksum&) const = default;
};

}  // namespace weft::storage
