// SPDX-License-Identifier: BSD-3-Clause
// The target of a copy over a link: until it is complete it has another name in the same folder,
// always the same, and the bytes that have arrived stay there if the copy is interrupted, for the
// next one to continue.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/shared/target_place.hpp"

namespace weft::tools {

class ResumableFile {
public:
    ResumableFile() = default;
    ResumableFile(const ResumableFile&) = delete;
    ResumableFile& operator=(const ResumableFile&) = delete;
    ~ResumableFile();  // removes it if nothing has arrived

    /// Opens the existing file, or creates it, if no other copy is writing it: one whose client is
    /// lost counts for half a minute, because its server waits for it. Code::enotsupport if files
    /// cannot be locked.
    Status open(const std::string& path, const std::string& source);

    /// Closes the file and gives it its name.
    Status put_in_place();

    [[nodiscard]] storage::File& file() { return *file_; }
    /// The present path of the file.
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    Status open_once();
    Status wait_for_others();
    Result<bool> is_still_there();

    TargetPlace place_;
    std::string path_;
    std::unique_ptr<storage::File> file_;
    std::unique_ptr<storage::RangeLock> lock_;  // while this copy is running
};

}  // namespace weft::tools
