// SPDX-License-Identifier: BSD-3-Clause
// The part files of a set: made, read, changed and brought up to date. Each part is in the hands of
// one of the I/O ranks, for as long as ranks do such things together.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "classic/journal.hpp"
#include "container/settings.hpp"
#include "files/shared_file.hpp"
#include "layout/layout.hpp"
#include "sets/file_set.hpp"
#include "sets/read_part.hpp"

namespace weft::sets {

/// Whether headers may grow, so that data must make room.
enum class Moves { none, as_needed };

/// Whether files are extended that are shorter than their headers announce.
enum class Sizes { as_they_are, as_announced };

using classic::ChangeOutcome;
using container::Settings;

class PartFiles {
public:
    /// Of the dataset whose master is at `master`, the first of the shared files.
    PartFiles(files::SharedFile& shared, const Settings& settings, const std::string& master)
        : shared_(shared), settings_(settings), master_(master) {}

    /// Every rank: the parts are shared files from now on, opened when they are used. Again when
    /// the set has others; parts that are in use stay.
    void attach(std::shared_ptr<const FileSet> files);

    /// Every rank, which comes to the same: who is about to write the master anew needs the names
    /// of all parts, of which it may have read none.
    [[nodiscard]] Status check_names(const parts::Table& table) const;

    /// What a part's file says of itself is read, unless it is known. Errors name the file.
    Status learn(FileSet& files, const model::Schema& whole, int part);

    // Collective, but not agreed on: each rank does what is its to do.

    /// Makes the files of a new set, or those of a new epoch: from part `first` on. Code::eexist
    /// where a file of that name is no part of a set. `made`: those that this rank has made.
    Status make(const WholeSet& set, const layout::Alignment& alignment, std::vector<int>& made,
                int first = 0);
    /// This rank's: they are gone, as far as that goes, as if they had never been made.
    void remove(const WholeSet& set, const std::vector<int>& made);
    /// Makes the files say what the set has become. After a failure some may do so already.
    ChangeOutcome change(const WholeSet& before, const WholeSet& now,
                         const layout::Alignment& alignment, Moves moves);
    /// They count as many records as the whole, at least. No other communicator may do the same at
    /// this time; nor make them longer, where sizes change.
    Status settle(const WholeSet& set, Sizes sizes);
    /// The largest number of a variable in any of this rank's parts.
    Result<int> last_number(const WholeSet& set);

private:
    [[nodiscard]] storage::File& file_of(int part) {
        return *shared_.file(FileSet::file_of(part)).bytes;
    }
    Status for_mine(const WholeSet& set, const std::function<Status(int)>& work, int first = 0);
    [[nodiscard]] Status check_name(const parts::Table& table, int part) const;
    Status recover_part(const WholeSet& set, int part);
    Result<PartInFile> read(const WholeSet& set, int part);
    Status make_part(const WholeSet& set, int part, const layout::Alignment& alignment,
                     std::vector<int>& made);
    Status write_new(const WholeSet& set, int part, const layout::Alignment& alignment,
                     storage::File& file);
    ChangeOutcome change(const WholeSet& before, const WholeSet& now, int part,
                         const layout::Alignment& alignment, Moves moves);
    Status settle(const WholeSet& set, int part, Sizes sizes);

    files::SharedFile& shared_;
    const Settings& settings_;
    const std::string& master_;
};

}  // namespace weft::sets
