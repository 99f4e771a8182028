// SPDX-License-Identifier: BSD-3-Clause
// A file that appears under its name when it is complete: until then it lies beside the name under
// another one, and nothing is left of it when the command fails, or is ended by a signal.
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
    ~NewFile();  // removes what has not been put in place

    /// Creates and opens the file. What is at `path` must be a regular file other than `source`, or
    /// nothing; a symbolic link is followed. The permissions are those of the file that will be
    /// replaced, or those that every new file gets.
    Status create(const std::string& path, const std::string& source);

    /// Closes the file and gives it its name. Nothing happens to what was there before unless all
    /// goes well.
    Status put_in_place();

    [[nodiscard]] storage::File& file() { return *file_; }
    [[nodiscard]] const std::string& temporary_path() const { return temporary_; }

private:
    Status create_here(const TargetPlace& place);
    Status create_elsewhere();

    std::string path_;       // where it will be
    std::string temporary_;  // where it is; empty before it is created and once it is in place
    std::unique_ptr<storage::File> file_;
};

}  // namespace weft::tools
