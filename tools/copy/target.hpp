// SPDX-License-Identifier: BSD-3-Clause
// The file that a team makes together.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/copy/kept_file.hpp"
#include "tools/shared/new_file.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

class CopyTarget {
public:
    /// Collective. Uniform: path, source. Rank 0 creates the file (new_file.hpp), all ranks open
    /// it.
    Status create(const Team& team, const std::string& path, const std::string& source);

    /// Of a copy without changes. The same, but where it goes over a link, and this process is
    /// alone, the file is one that a cut leaves for the next copy (kept_file.hpp): it may hold
    /// something already.
    Status create_or_go_on(const Team& team, const std::string& path, const std::string& source);
    [[nodiscard]] bool goes_on() const { return kept_ != nullptr; }

    /// Collective. Closes the file on all ranks and gives it its name if all went well everywhere.
    /// `mine` is this rank's outcome so far.
    Status put_in_place(const Team& team, Status mine);

    [[nodiscard]] storage::File& file() {
        if (kept_ != nullptr) return kept_->file();
        return shared_ ? *shared_ : new_file_.file();
    }
    /// Where the file is as long as it has not been put in place.
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    NewFile new_file_;                       // of rank 0
    std::unique_ptr<storage::File> shared_;  // of the others: the same file
    std::unique_ptr<KeptFile> kept_;         // in place of both
    std::string path_;
};

}  // namespace weft::tools
