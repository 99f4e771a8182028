// SPDX-License-Identifier: BSD-3-Clause
// Changes of a definition for the journal's tests, and the file that each must produce.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "base/memory_pool.hpp"
#include "journal/journal.hpp"

namespace weft::journal {

using Bytes = PooledBytes;

/// Random bytes, which differ from each other and from those of another seed.
Bytes random_bytes(std::int64_t count, std::uint64_t seed);

struct ChangeCase {
    std::string name;
    Change change;
    std::int64_t chunk_bytes = 1;
    bool on_blocks = false;  // on a disk that can insert blocks; all data move by blocks

    [[nodiscard]] Bytes old_contents() const;
    /// The plain model: all moves at once, then the header, then the new size. Unwritten bytes
    /// before moved data are unchanged, or zeros where blocks were inserted.
    [[nodiscard]] Bytes new_contents() const;
};

inline void PrintTo(const ChangeCase& shown, std::ostream* out) {
    *out << shown.name;
}

/// Changes with small distances and large ones, growing records, steps with and without slots, and
/// no moves at all.
const std::vector<ChangeCase>& change_cases();

/// A random change, out of all that a growing definition can need.
ChangeCase random_change(std::uint64_t seed);

}  // namespace weft::journal
