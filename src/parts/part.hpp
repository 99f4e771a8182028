// SPDX-License-Identifier: BSD-3-Clause
// The parts of a set: from the whole to the definitions of a part's file, and the checks of a file
// that is to be such a part.
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
    std::vector<int> variable_ids;  // by the whole's ids; `none`: not in the part

    static constexpr int none = -1;
};

/// A part has its range of each divided variable, the dimensions that these need, and nothing else.
Part part_of(const model::Schema& whole, const Table& table, int part);

/// A file that has been read as part `part` of the set. It may have more than the whole, left by an
/// interrupted change of definitions: variables are found by their numbers, whatever their names
/// and ids. Code::enotnc if it is not a part of this set, or another part, or lacks something.
Result<Part> as_part(model::Schema found, const model::Schema& whole, const Table& table, int part);

/// The same part after a change of the whole: existing definitions keep their ids, with the present
/// names and attributes, and new ones follow. `part` is the result of as_part() for the whole
/// before, whose variables are the first ones of this whole.
Part extended(const Part& part, const model::Schema& whole, const Table& table, int number);

/// The largest number of a variable in such a file; 0 if none has any.
int last_number_in(const model::Schema& part);

/// The set that a file is a part of; nothing if it is not a part.
std::optional<SetId> set_of_part(const model::Schema& file);

/// Code::enotnc, with a message, if a file is not a part of any set, or not this part of this set.
Status check_identity(const model::Schema& file, const Table& table, int part);

/// A part outside its master's folder records where its master is, because other masters of the
/// same name may find the part, copies of its master among them.
void name_master(model::Schema& part, std::string_view place);
/// The path of the part's master; "" if it is not recorded.
std::string masters_place(const model::Schema& part);

}  // namespace weft::parts
