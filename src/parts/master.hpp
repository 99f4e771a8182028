// SPDX-License-Identifier: BSD-3-Clause
// The master of a set: from the whole to the definitions of the master's file, and back.
//
// The master has the dimensions and variables of the whole under their own ids. A divided variable
// is a scalar there, with its attributes and a description of its division. Behind the program's
// dimensions and variables come those by which software that knows the CF conventions finds the
// parts (aggregation.hpp). The part table is in attributes, so that the journal of the header
// protects the table, too.
#pragma once

#include <optional>

#include "base/result.hpp"
#include "format/header.hpp"
#include "parts/name_rule.hpp"
#include "parts/table.hpp"

namespace weft::parts {

/// The definitions of the master's file, of the same format.
model::Schema master_of(const format::HeaderView& whole, const Table& table);

struct Set {
    format::Header whole;  // as in the single file
    Table table;
};

/// Whether all names of parts are checked at once, as a check of the set needs it, or each at its
/// use: a program that uses few of thousands of parts need not read all names.
enum class NamesOfParts { at_once, when_used };

/// The whole that a master's header describes. Empty if the file is not a master. Code::enotnc,
/// with a message that says what is wrong, if its table is invalid for this place of the master. If
/// names are read when used, only the number of their lines is checked (name_rule.hpp).
Result<std::optional<Set>> merge(format::Version version, const model::Schema& master,
                                 const MasterPlace& place,
                                 NamesOfParts names = NamesOfParts::at_once);

/// The first dimensions and variables of a schema, without global attributes: those of a master
/// that the program has defined.
model::Schema first_of(const model::Schema& schema, int dimensions, int variables);

}  // namespace weft::parts
