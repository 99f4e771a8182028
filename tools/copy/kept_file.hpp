// SPDX-License-Identifier: BSD-3-Clause
// The target of a copy over a link: until it is complete it lies beside its name under another one,
// always the same, and what has arrived stays there when the copy is cut, for the next one to go on
// with.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/shared/target_place.hpp"

namespace weft::tools {

class KeptFile {
public:
    KeptFile() = default;
    KeptFile(const KeptFile&) = delete;
    KeptFile& operator=(const KeptFile&) = delete;
    ~KeptFile();  // removes it if nothing has arrived

    /// Opens what is there, or creates it, when no other copy is at work on it: one whose client is
    /// gone is for half a minute, because its server waits for it. Code::enotsupport where files
    /// cannot be locked.
    Status open(const std::string& path, const std::string& source);

    /// Closes the file and gives it its name.
    Status put_in_place();

    [[nodiscard]] storage::File& file() { return *file_; }
    /// Where it is.
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    Status open_once();
    Status wait_for_others();
    Result<bool> is_still_there();

    TargetPlace place_;
    std::string path_;
    std::unique_ptr<storage::File> file_;
    std::unique_ptr<storage::RangeLock> lock_;  // while this copy is at work
};

}  // namespace weft::tools
