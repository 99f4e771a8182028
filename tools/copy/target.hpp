// SPDX-License-Identifier: BSD-3-Clause
// The file that a team makes together.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/copy/resumable_file.hpp"
#include "tools/shared/new_file.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

class CopyTarget {
public:
    /// Collective. Uniform: path, source. Rank 0 creates the file (new_file.hpp), all ranks open
    /// it.
    Status create(const Team& team, const std::string& path, const std::string& source);

    /// Like create(), for a copy without changes. Over a link, if this process is alone, the file
    /// is one that an interrupted copy leaves for the next (resumable_file.hpp): it may already
    /// have bytes.
    Status create_or_go_on(const Team& team, const std::string& path, const std::string& source);
    [[nodiscard]] bool goes_on() const { return resumable_ != nullptr; }

    /// Collective. Closes the file on all ranks, and gives it its name if all ranks have succeeded.
    /// `mine` is this rank's outcome so far.
    Status put_in_place(const Team& team, Status mine);

    [[nodiscard]] storage::File& file() {
        if (resumable_ != nullptr) return resumable_->file();
        return shared_ ? *shared_ : new_file_.file();
    }
    /// The path of the file until it is put in place.
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    NewFile new_file_;                          // on rank 0
    std::unique_ptr<storage::File> shared_;     // on the others: the same file
    std::unique_ptr<ResumableFile> resumable_;  // instead of both
    std::string path_;
};

}  // namespace weft::tools
