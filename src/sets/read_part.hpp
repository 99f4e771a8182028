// SPDX-License-Identifier: BSD-3-Clause
// Reading what a part of a set says of itself. For one rank.
#pragma once

#include <optional>
#include <string>

#include "parts/master.hpp"
#include "parts/name_rule.hpp"
#include "parts/part.hpp"
#include "sets/file_set.hpp"
#include "storage/file.hpp"

namespace weft::sets {

/// What the program has defined, and how it is divided.
struct WholeSet {
    format::Version version;
    const model::Schema& whole;
    const parts::Table& table;
};

/// What rules of names need to know of a master at `path`, behind links.
parts::MasterPlace place_of_master(const std::string& path);

/// The set whose master at `path` has this header, as parts::merge() finds it.
Result<std::optional<parts::Set>> set_in(const format::Header& header, const std::string& path);

/// A new part in a folder tells where its master, at `master`, is.
void name_master_in(model::Schema& part, const parts::Table& table, int number,
                    const std::string& master);

/// What an open file says of itself.
Result<format::Header> header_in(storage::File& file);

/// Where the part is, when the master is at `master`.
std::string path_of_part(const WholeSet& set, const std::string& master, int part);

/// An error that tells which part it is of.
Status of_part(const WholeSet& set, const std::string& master, int part, const Status& status);

/// Code::enotnc, and what the header reader finds, when the file is not this part of this set.
Result<PartInFile> read_part(storage::File& file, const WholeSet& set, int part);

/// Whether a file with an interrupted change may be written to as this part of the set: not where
/// it says that it is another file. A header that is half old and half new says nothing; then the
/// master must have the name by which the part is called.
Status may_recover_part(storage::File& file, const WholeSet& set, const std::string& master,
                        int part);

/// As read_part(), for `files` to know; errors name the part.
Status learn_part(storage::File& file, const WholeSet& set, const std::string& master, int part,
                  FileSet& files);

}  // namespace weft::sets
