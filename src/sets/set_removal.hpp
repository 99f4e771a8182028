// SPDX-License-Identifier: BSD-3-Clause
// Removing what a set consists of: what belongs to this very master, and nothing else. Nothing
// communicates.
//
// A part belongs to a master that has still the name by which the part is called (name_rule.hpp),
// that lies where the part is looked for, and whose set and number the part itself tells. Whoever
// has copied, linked or renamed a master alone has another name for the same parts, which does not
// own them. Where a folder of parts is none of the master's own, because its name is an absolute
// path or a link leads there, masters of the same name may share it: there a part belongs to the
// master that lies where the part says.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "storage/store.hpp"

namespace weft::sets {

/// What the file at a path says of itself.
Result<format::Header> header_of(storage::Store& store, const std::string& path);

/// Makes way for a part: a part of any set that is there is removed, or an empty file, as a part is
/// whose making was killed. Code::eexist where there is anything else.
Status clear_place_of_part(storage::Store& store, const std::string& path);

/// The part files of a file that is the master of a set; those that are there and belong to it. A
/// file that makes no sense has none. Fails where one cannot be looked at.
Result<std::vector<std::string>> parts_of(storage::Store& store, const std::string& path);

/// Files that are about to be removed: under other names, so that it is known of each of them that
/// it can be, before any is. Whoever has made one says how it ends: remove() or put_back().
class SetAside {
public:
    /// The parts of the master at `path`. After a failure all is as it was.
    static Result<SetAside> parts_of(storage::Store& store, const std::string& path);

    /// Nothing is aside, or not any more.
    [[nodiscard]] bool is_empty() const { return moved_.empty(); }
    /// One more; after a failure all is as it was.
    Status add(const std::string& path);
    /// All have their names again. `why`: what is told beside what goes wrong now.
    Status put_back(const Status& why);
    /// They are gone; the first failure. Where the first of them cannot be removed, none is, and
    /// they are still aside.
    Status remove();

private:
    struct Moved {
        std::string from;
        std::string to;
    };
    explicit SetAside(storage::Store& store);

    storage::Store* store_;
    std::string mark_;  // in the names of now, which nobody else has
    std::vector<Moved> moved_;
};

}  // namespace weft::sets
