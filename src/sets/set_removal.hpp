// SPDX-License-Identifier: BSD-3-Clause
// Removes a set: the files that belong to this very master, and nothing else. Nothing communicates.
//
// A part belongs to a master whose name is still the one that the part's name is derived from
// (name_rule.hpp), that lies where the part expects it, and whose set id and part number the part
// itself has. A copied, linked or renamed master has another name, and does not own the parts. If a
// folder of parts is not only the master's, because its name is an absolute path or a link, masters
// of the same name may share it: there a part belongs to the master that lies where the part says.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "format/header.hpp"
#include "storage/store.hpp"

namespace weft::sets {

/// The header of the file at a path.
Result<model::Schema> schema_of_part(storage::Store& store, const std::string& path);
Result<format::Header> header_of(storage::Store& store, const std::string& path);

/// Writes a mark to a part that becomes a netCDF-4 file, which begins with other bytes when it is
/// one.
Status write_begun(storage::File& file);

/// Removes a part of any set, or a file that is empty or only begun, which is a part whose making
/// was interrupted, so that a new part can take its place. Code::eexist if anything else is there.
Status clear_place_of_part(storage::Store& store, const std::string& path);

/// The part files of a file that is the master of a set: those that exist and belong to it. An
/// invalid file has none. Fails if one cannot be read.
Result<std::vector<std::string>> parts_of(storage::Store& store, const std::string& path);

}  // namespace weft::sets
