// SPDX-License-Identifier: BSD-3-Clause
// A file that appears under its name when it is complete: until then it lies beside the name under
// another one, and nothing is left of it when the command fails, or is ended by a signal.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/team.hpp"

namespace weft::tools {

class NewFile {
public:
    NewFile() = default;
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();  // removes what has not been put in place

    /// Collective. Uniform: path, source. Rank 0 creates the file, all ranks open it. What is at
    /// `path` must be a regular file other than `source`, or nothing; a symbolic link is followed.
    Status create(const Team& team, const std::string& path, const std::string& source);

    /// Collective. Closes the file on all ranks and gives it its name. Nothing happens to what was
    /// there before unless all goes well. `mine` is this rank's outcome so far.
    Status put_in_place(const Team& team, Status mine);

    [[nodiscard]] storage::File& file() { return *file_; }
    [[nodiscard]] const std::string& temporary_path() const { return temporary_; }

private:
    Status create_first(const std::string& path, const std::string& source);

    std::string path_;       // where it will be
    std::string temporary_;  // where it is; empty once it is in place
    bool owns_ = false;      // rank 0, which also removes it
    std::unique_ptr<storage::File> file_;
};

}  // namespace weft::tools
