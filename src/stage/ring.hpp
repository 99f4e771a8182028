// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a log's records, repeated for ever. They are striped over several files, since a
// kernel lets only one process at a time write to a file: so the ranks of a node write side by
// side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "stage/log_format.hpp"
#include "storage/file.hpp"
#include "storage/store.hpp"

namespace weft::stage {

class Ring {
public:
    /// Makes the files of a ring, beside the log at `path`. None of them may exist. After a failure
    /// some are there.
    static Result<Ring> create(storage::Store& store, const std::string& path, const LogSize& size);
    /// Opens them. One that is missing counts as empty. Code::eaccess if one belongs to another
    /// user.
    static Result<Ring> open(storage::Store& store, const std::string& path, const LogSize& size);
    /// Removes those that are there and belong to this user.
    static Status remove(storage::Store& store, const std::string& path);

    Ring() = default;
    [[nodiscard]] bool is_open() const { return !files_.empty(); }

    /// These functions move bytes. `position` counts on when the ring is repeated; the bytes do not
    /// go over its end.
    Status write(std::int64_t position, std::span<const std::byte> bytes);
    /// Code::efile if a file ends before them.
    Status read(std::int64_t position, std::span<std::byte> bytes);

private:
    template <typename Bytes, typename Move>
    Status by_file(std::int64_t position, Bytes bytes, const Move& move);
    [[nodiscard]] Status ends(std::size_t file, std::int64_t offset) const;

    std::string path_;
    LogSize size_;
    std::vector<std::unique_ptr<storage::File>> files_;  // null: missing
};

}  // namespace weft::stage
