// SPDX-License-Identifier: BSD-3-Clause
// Which records of a growing file may not be whole yet.
//
// A collective put counts the records that it adds, so that they are not lost when the program is
// killed. But several puts may fill a record, and the rank that counts does not know whether the
// others have written their shares. So a program that follows the file must not believe the number
// alone. Before a writer counts a record, it locks a byte which says from which record on they may
// not be whole; it releases the lock when they are. The lock ends with the process, and then the
// number in the file is all there is to know.
//
// A follower reads the number first and looks for locks then. A record that a lock does not cover
// then is whole: its lock was there before the number, and has been released since.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "storage/file.hpp"

namespace weft::classic {

/// The writer's part, on rank 0.
class UnfinishedRecords {
public:
    /// Called before a count that includes them is written: records from `first` on may not be
    /// whole, and all before it are. Without effect where the file system cannot lock.
    void begin(storage::File& file, std::int64_t first);
    /// All that has been counted is whole.
    void finish() { mark_.reset(); }
    [[nodiscard]] bool has_some() const { return mark_ != nullptr; }

private:
    std::unique_ptr<storage::RangeLock> mark_;
    std::int64_t first_ = 0;             // that it says
    std::optional<std::int64_t> place_;  // of this writer, beside those of others
    bool is_possible_ = true;
};

/// The follower's part: how many of the `count` records of a file are whole. All `known` ones are.
std::int64_t whole_records(storage::File& file, std::int64_t known, std::int64_t count);

}  // namespace weft::classic
