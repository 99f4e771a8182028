// SPDX-License-Identifier: BSD-3-Clause
// The parts of a set: from the whole to the definitions of a part's file, and what must hold of a
// file that is to be such a part.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "parts/table.hpp"

namespace weft::parts {

struct Part {
    model::Schema schema;
    std::vector<int> variable_ids;  // in the part, of each of the whole's; `none`: not in it

    static constexpr int none = -1;
};

/// A part has its range of each divided variable, the dimensions that these need, and nothing else.
Part part_of(const model::Schema& whole, const Table& table, int part);

/// A file that has been read as part `part` of the set. It may have more than the whole, which a
/// change of definitions has left that did not come to its end: variables are found by their
/// numbers, whatever their names and ids. Code::enotnc when it is no part of this set, or another,
/// or lacks something.
Result<Part> as_part(model::Schema found, const model::Schema& whole, const Table& table, int part);

/// The same part after a change of the whole: what it had keeps its ids, with the names and
/// attributes of now, and what is new stands behind. `part` is as as_part() made it of the whole
/// before, whose variables are the first ones of this whole.
Part extended(const Part& part, const model::Schema& whole, const Table& table, int number);

/// The largest number that a variable of such a file has; 0 when none has any.
int last_number_in(const model::Schema& part);

/// Which set a file is a part of; nothing when it is none.
std::optional<SetId> set_of_part(const model::Schema& file);

/// Code::enotnc, with a sentence, where a file is no part of any set, or not this one of this set.
Status check_identity(const model::Schema& file, const Table& table, int part);

/// A part that does not lie in its master's own folder tells where its master is: others of the
/// same name may find the part as well, copies of its master among them.
void name_master(model::Schema& part, std::string_view place);
/// "": it does not tell.
std::string masters_place(const model::Schema& part);

}  // namespace weft::parts
