// SPDX-License-Identifier: BSD-3-Clause
// Moves records from a log into their files: the complete ones at its head, as many as fit in
// memory, in file order and in large blocks, to several storage targets at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "stage/drained_files.hpp"
#include "stage/log.hpp"
#include "stage/overlay.hpp"
#include "storage/file.hpp"

namespace weft::stage {

class Drain {
public:
    /// Both arguments outlive it. Only one drain of a log works at a time.
    Drain(Log& log, DrainedFiles& files) : log_(log), files_(files) {}

    struct Moved {
        std::uint64_t records = 0;
        std::int64_t bytes = 0;
        double processor_seconds = 0;
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
    void add_write(std::uint32_t file, const FilePart& part);
    struct FileWrites {
        storage::File* file = nullptr;
        std::string_view folder;
        std::vector<FilePart> writes;
    };
    Status write_parts(double& processor_seconds);
    Status write_together(std::vector<FileWrites> files, double& processor_seconds) const;
    [[nodiscard]] Status write_to(storage::File& file, std::vector<FilePart> writes) const;
    Status write_joined(storage::File& file, std::span<const FilePart> parts,
                        std::vector<std::byte>& block) const;
    Status give_size(const Record& record);
    Status damaged(std::uint64_t number) const;

    Log& log_;
    DrainedFiles& files_;
    std::vector<std::byte> memory_;                          // of the records that were taken
    std::map<std::uint32_t, std::vector<FilePart>> writes_;  // by file
    std::size_t write_count_ = 0;
    std::int64_t write_bytes_ = 0;
};

}  // namespace weft::stage
