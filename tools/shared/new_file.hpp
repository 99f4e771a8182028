// SPDX-License-Identifier: BSD-3-Clause
// A file that appears under its name when it is complete: until then it has another name in the
// same folder, and is removed if the command fails, or a signal ends it.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/shared/target_place.hpp"

namespace weft::tools {

/// At most one in a process at a time. Does not communicate.
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

    /// Closes the file and gives it its name. On failure an existing file stays unchanged.
    Status put_in_place();

    [[nodiscard]] storage::File& file() { return *file_; }
    [[nodiscard]] const std::string& temporary_path() const { return temporary_; }

private:
    Status create_here(const TargetPlace& place);
    Status create_elsewhere();

    std::string path_;       // its final name
    std::string temporary_;  // its present name; empty before creation and once in place
    std::unique_ptr<storage::File> file_;
};

}  // namespace weft::tools
