// SPDX-License-Identifier: BSD-3-Clause
// A file that appears under its name when it is complete: until then it has another name in the
// same folder, and is removed if the command fails, or a signal ends it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/shared/target_place.hpp"

namespace weft::tools {

/// A file that is being made. There is at most one in a process at a time. It does not communicate.
class NewFile {
public:
    NewFile() = default;
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();  // removes a file that has not been put in place

    /// Creates and opens the file. At `path` there must be nothing, or a regular file other than
    /// `source`; a symbolic link is followed. The permissions are those of the file that will be
    /// replaced, or those of a new file.
    Status create(const std::string& path, const std::string& source);

    /// The same, but the caller makes the file at temporary_path(), and closes it.
    Status name(const std::string& path, const std::string& source);
    /// Gives the caller's file its permissions; call before it has any bytes that others could
    /// read.
    void give_permissions();
    /// A failure with the final name in place of the present one.
    [[nodiscard]] Status of_path(const Status& status) const;

    /// Closes the file and gives it its name. On failure an existing file stays unchanged.
    Status put_in_place();

    [[nodiscard]] storage::File& file() { return *file_; }
    [[nodiscard]] const std::string& temporary_path() const { return temporary_; }
    [[nodiscard]] const std::string& path() const { return place_.path; }

private:
    TargetPlace place_;      // of its final name
    std::string temporary_;  // its present name; empty before creation and once in place
    std::unique_ptr<storage::File> file_;
};

/// The size of a file; nothing if it cannot be opened.
std::optional<std::int64_t> bytes_of(const std::string& path);

}  // namespace weft::tools
