// SPDX-License-Identifier: BSD-3-Clause
// Reads the header of a part of a set. For one rank.
#pragma once

#include <optional>
#include <string>

#include "parts/master.hpp"
#include "parts/name_rule.hpp"
#include "parts/part.hpp"
#include "sets/file_set.hpp"
#include "storage/file.hpp"

namespace weft::sets {

/// The program's definition, and how it is divided.
struct WholeSet {
    format::Version version;
    const model::Schema& whole;
    const parts::Table& table;
};

/// Facts of a master at `path`, with links resolved, for the rules of names.
parts::MasterPlace place_of_master(const std::string& path);

/// The set of a master at `path` with this header, by parts::merge().
Result<std::optional<parts::Set>> set_in(const format::Header& header, const std::string& path);

/// A new part in a folder records where its master, at `master`, is.
void name_master_in(model::Schema& part, const parts::Table& table, int number,
                    const std::string& master);

/// The header of an open file.
Result<format::Header> header_in(storage::File& file);

/// The definition of a part's file, whatever its format.
Result<model::Schema> schema_of_part(storage::File& file, const std::string& path);

/// The path of the part if the master is at `master`.
std::string path_of_part(const WholeSet& set, const std::string& master, int part);

/// The error with the name of the part.
Status of_part(const WholeSet& set, const std::string& master, int part, const Status& status);

/// Code::enotnc, and the errors of the header reader, if the file is not this part of this set.
Result<PartInFile> read_part(storage::File& file, const WholeSet& set, int part);

/// Whether a file with an interrupted change may be written to as this part of the set: not if its
/// header says that it is another file. A header that is half old and half new decides nothing;
/// then the master must have the name that the part's name is derived from.
Status may_recover_part(storage::File& file, const WholeSet& set, const std::string& master,
                        int part);

/// Like read_part(), for a part of `files`; errors name the part.
Status learn_part(storage::File& file, const WholeSet& set, const std::string& master, int part,
                  FileSet& files);

}  // namespace weft::sets
