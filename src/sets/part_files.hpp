// SPDX-License-Identifier: BSD-3-Clause
// The part files of a set: makes, reads, changes and updates them. In collective operations each
// part belongs to one of the I/O ranks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "container/settings.hpp"
#include "files/shared_file.hpp"
#include "journal/journal.hpp"
#include "layout/layout.hpp"
#include "sets/file_set.hpp"
#include "sets/read_part.hpp"

namespace weft::sets {

/// Whether headers may grow, so that data must move.
enum class Moves { none, as_needed };

/// Whether files are extended that are shorter than their headers announce.
enum class Sizes { as_they_are, as_announced };

/// The spaces of chunks in parts that are netCDF-4 files. They follow the spaces of the files.
struct ChunkSpaces {
    std::size_t count = 0;
    files::SharedFile::LatePlaces place = {};  // by the number of a space, from 0
};

using container::Settings;
using journal::ChangeOutcome;

class PartFiles {
public:
    /// The dataset's master is at `master`; it is the first of the shared files.
    PartFiles(files::SharedFile& shared, const Settings& settings, const std::string& master)
        : shared_(shared), settings_(settings), master_(master) {}

    /// Called on every rank: makes the parts shared files, which are opened at their first use.
    /// Called again when the set has other parts; parts in use stay.
    void attach(std::shared_ptr<const FileSet> files, ChunkSpaces spaces = {});

    /// Called on every rank, with the same result on all: a caller that is about to rewrite the
    /// master needs the names of all parts, even if it has not read any.
    [[nodiscard]] Status check_names(const parts::Table& table) const;

    [[nodiscard]] Status check_name(const parts::Table& table, int part) const;

    /// Reads the header of a part's file, unless it is known. Errors name the file.
    Status learn(FileSet& files, const model::Schema& whole, int part);

    // Collective, but without agreement: each rank does its share.

    /// Makes the files of a new set, or of a new epoch: from part `first` on; netCDF-4 files are
    /// only begun then. Code::eexist if a file of that name is not a part of a set. `made`: those
    /// that this rank has made.
    Status make(const WholeSet& set, const layout::Alignment& alignment, std::vector<int>& made,
                int first = 0);
    /// Collective. Removes the files that this rank has made, as far as possible.
    void remove(const WholeSet& set, const std::vector<int>& made);
    /// Writes the new definition to the files. After a failure some files may have it.
    ChangeOutcome change(const WholeSet& before, const WholeSet& now,
                         const layout::Alignment& alignment, Moves moves);
    /// Raises the record counts of the files at least to that of the whole. No other communicator
    /// may do so at the same time, nor make the files longer if sizes change.
    Status settle(const WholeSet& set, Sizes sizes);
    /// The largest number of a variable in any of this rank's parts.
    Result<int> last_number(const WholeSet& set);

private:
    [[nodiscard]] storage::File& file_of(int part) {
        return *shared_.file(FileSet::file_of(part)).bytes;
    }
    Status for_mine(const WholeSet& set, const std::function<Status(int)>& work, int first = 0);
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
