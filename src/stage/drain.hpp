// SPDX-License-Identifier: BSD-3-Clause
// Moves records from a log into the file: the complete ones at its head, as many as fit in memory,
// in file order and in large blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/result.hpp"
#include "stage/log.hpp"
#include "stage/overlay.hpp"
#include "storage/file.hpp"

namespace weft::stage {

class Drain {
public:
    /// Both arguments outlive it. Only one drain of a log works at a time.
    Drain(Log& log, storage::File& file) : log_(log), file_(file) {}

    struct Moved {
        std::uint64_t records = 0;
        std::int64_t bytes = 0;
    };
    /// Moves records before `limit`, of which all are complete or empty; none if the first of the
    /// log is not. After a failure the log has all that it had: a later call moves the same records
    /// again, in the same order, so it makes no difference which of them had reached the file.
    Result<Moved> move(std::uint64_t limit = std::numeric_limits<std::uint64_t>::max());

    /// Gives up the first record if it is not complete and the member that reserved it has died.
    /// Returns whether it has.
    bool skip_orphan();

private:
    struct Record {
        RecordHead head{};
        std::int64_t source = 0;  // of its bytes, in memory_
    };
    Result<bool> take(std::uint64_t number);
    Status add_shape(const Record& record, std::span<const std::byte> encoded);
    Status write_parts();
    Status write_joined(std::span<const FilePart> parts);
    Status give_size(const Record& record);
    Status damaged(std::uint64_t number) const;

    Log& log_;
    storage::File& file_;
    std::vector<std::byte> memory_;  // of the records that were taken
    std::vector<std::byte> block_;
    std::vector<FilePart> writes_;
};

/// Whether the record is in the ring as it was written; Code::eread where it cannot be read.
Result<bool> is_intact(Log& log, std::uint64_t number);

}  // namespace weft::stage
