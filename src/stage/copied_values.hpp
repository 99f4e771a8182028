// SPDX-License-Identifier: BSD-3-Clause
// Values that a job has kept in logs because only the format of its file can store them, such as
// chunks that were not compressed yet. When the job has died, what is in the logs of all nodes is
// copied beside the file, where whoever comes last stores it (recovery.hpp). A copy has a first
// line, and the records of a log as they were in its ring.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "stage/log.hpp"
#include "stage/log_format.hpp"
#include "storage/file.hpp"
#include "storage/store.hpp"

namespace weft::stage {

/// The path of the copy of a log, beside its file. Code::efile if the log's path is not that of a
/// log of `id`.
Result<std::string> path_of_copy(const std::string& file, const std::string& log, std::uint64_t id);

/// Copies the complete records of a log before `end`, durably, or not at all.
Status copy_values(storage::Store& store, const std::string& path, Log& log, std::uint64_t end);

/// The records of all copies. They may come from anybody who can write beside the file.
class CopiedValues {
public:
    struct Record {
        std::uint32_t file = 0;  // RecordHead::file
        std::vector<std::byte> shape = {};
        std::int64_t bytes = 0;  // of its data

    private:
        friend class CopiedValues;
        std::size_t copy_ = 0;
        std::int64_t offset_ = 0;
    };

    /// Adds the records of a copy. Code::efile, with the reason, if it is none; Code::eaccess if it
    /// is on this machine and belongs to another user.
    Status add(storage::Store& store, const std::string& path, std::uint64_t id);
    [[nodiscard]] const std::vector<Record>& records() const { return records_; }
    [[nodiscard]] Result<std::vector<std::byte>> data_of(const Record& record) const;

private:
    struct Copy {
        std::string path;
        std::unique_ptr<storage::File> file;
    };
    std::vector<Copy> copies_;
    std::vector<Record> records_;
};

}  // namespace weft::stage
