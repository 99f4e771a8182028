// SPDX-License-Identifier: BSD-3-Clause
// Files that are about to be removed together, such as the parts of a set.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::formats {

/// The files beside the one at `path` that belong to the dataset there, whatever its format, and
/// are removed with it.
Result<std::vector<std::string>> other_files(storage::Store& store, const std::string& path);

/// The files get other names first, so that it is certain for each that it can be removed before
/// any is. The owner calls remove() or put_back().
class SetAside {
public:
    /// Renames the files beside the one at `path` that belong to the dataset there, whatever its
    /// format. After a failure nothing has changed.
    static Result<SetAside> others_of(storage::Store& store, const std::string& path);

    /// Whether nothing is renamed at present.
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

}  // namespace weft::formats
