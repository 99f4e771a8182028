// SPDX-License-Identifier: BSD-3-Clause
// The parts of a set that are netCDF-4 files. A container of the room hdf5 keeps each of them, as
// it keeps a dataset of one file. The set tells it the part's definition and number of records, and
// asks it where values are.
//
// Several ranks have all containers, and meet in what these do together. A rank alone opens a part
// that it only reads when it first needs it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "hdf5/file_container.hpp"
#include "sets/file_set.hpp"
#include "sets/read_part.hpp"

namespace weft::sets {

/// The definition of a part that is a netCDF-4 file. Called on one rank; the file is not changed.
Result<model::Schema> schema_in_netcdf4(storage::File& file, const std::string& path,
                                        bool is_trusted = true);

/// Whether a file begins as HDF5 files do.
Result<bool> is_netcdf4(storage::File& file);

class Netcdf4Parts {
public:
    /// The context is that of the dataset, and outlives this object.
    explicit Netcdf4Parts(const container::Context& context) : context_(context) {}

    /// Collective, when the files are open: agrees on the manner of all files.
    void attach() { manner_ = hdf5::manner_for(context_); }
    /// The target with a part's chunks of a variable of the whole.
    [[nodiscard]] files::SharedFile::LatePlace target_of(const FileSet& files, int variable,
                                                         int part);

    /// Collective, agreed. Reads all parts of an existing set, and returns the first failure. Any
    /// rank of several may be asked for chunks of any part.
    Status open(FileSet& files, const WholeSet& set);
    /// Called on one rank. Reads a part of a set that no other rank has open, or says why open()
    /// could not.
    [[nodiscard]] Status learn(FileSet& files, const WholeSet& set, int part);

    /// The references of a variable of the whole to a part that is known.
    [[nodiscard]] Result<std::unique_ptr<container::References>> references(
        const FileSet& files, int variable, int part, std::int64_t array_chunk_bytes);

    // The rest is collective, and for sets that are written.

    /// Agreed. The files of a new set, which are empty, get their definitions.
    Status make(FileSet& files, const WholeSet& set, const container::Alignment& alignment);
    /// Agreed. `before`: of the set as it is; `files`: as it is to be. Some parts may have changed
    /// after a failure.
    Status change(FileSet& files, const FileSet& before, const WholeSet& set,
                  const container::Alignment& alignment);
    /// Agreed. The same for names and attributes alone.
    Status rewrite(FileSet& files, const FileSet& before, const WholeSet& set);
    /// Agreed. What is stored so far gets into the books of all parts, and as many records as the
    /// whole has. `changed`: set if a file was changed.
    Status announce(const WholeSet& set, bool& changed);
    Status settle(const WholeSet& set, bool is_changed);

    Status after_put();
    Status gather_puts();
    /// Called on every rank: some records of a variable of a part that has it in chunks.
    Status fill(int part, int variable_in_part, const container::ElementRange& range);

    /// The largest number of a variable in any part.
    [[nodiscard]] int last_number() const;

private:
    /// The state that a container needs for a dataset of one file.
    struct Part {
        container::Settings settings;
        container::Definition definition;
        container::Condition condition;
        std::string path;
        std::unique_ptr<hdf5::FileContainer> file;
    };

    [[nodiscard]] Status failed(const WholeSet& set, int part, const Status& status) const {
        return of_part(set, context_.real_path, part, status);
    }
    [[nodiscard]] Part& use(const WholeSet& set, int part);
    Status open_together(FileSet& files, const WholeSet& set, int part);
    [[nodiscard]] Status read(Part& its, int part, std::vector<std::byte>& told) const;
    Status hear(FileSet& files, const WholeSet& set, int part);
    void note_places(FileSet& files, int part, parts::Part now) const;
    Status define(FileSet& files, const WholeSet& set, int part, parts::Part now,
                  const container::Alignment& alignment);
    Status for_all(const WholeSet& set, const std::function<Status(int)>& work);
    Status raise_records(const WholeSet& set);

    const container::Context& context_;
    hdf5::StoredFile::Manner manner_{};
    std::vector<std::unique_ptr<Part>> parts_;  // null: not used yet, or not readable
    std::vector<Status> failures_;              // of open(), by part; none: it was not called
};

}  // namespace weft::sets
