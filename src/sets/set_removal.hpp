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
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "format/header.hpp"
#include "storage/store.hpp"

namespace weft::sets {

/// The header of the file at a path.
Result<format::Header> header_of(storage::Store& store, const std::string& path);

/// Removes a part of any set, or an empty file, which is a part whose making was interrupted, so
/// that a new part can take its place. Code::eexist if anything else is there.
Status clear_place_of_part(storage::Store& store, const std::string& path);

/// The part files of a file that is the master of a set: those that exist and belong to it. An
/// invalid file has none. Fails if one cannot be read.
Result<std::vector<std::string>> parts_of(storage::Store& store, const std::string& path);

/// Files that are about to be removed. They get other names first, so that it is certain for each
/// that it can be removed before any is. The owner calls remove() or put_back().
class SetAside {
public:
    /// Renames the parts of the master at `path`. After a failure nothing has changed.
    static Result<SetAside> parts_of(storage::Store& store, const std::string& path);

    /// Nothing is renamed, or no longer.
    [[nodiscard]] bool is_empty() const { return moved_.empty(); }
    /// Renames one more; after a failure nothing has changed.
    Status add(const std::string& path);
    /// Gives all their old names. `why`: the error to which failures here are added.
    Status put_back(const Status& why);
    /// Removes them; returns the first failure. If the first file cannot be removed, none is, and
    /// all keep their new names.
    Status remove();

private:
    struct Moved {
        std::string from;
        std::string to;
    };
    explicit SetAside(storage::Store& store);

    storage::Store* store_;
    std::string mark_;  // unique part of the new names
    std::vector<Moved> moved_;
};

}  // namespace weft::sets
