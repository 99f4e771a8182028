// SPDX-License-Identifier: BSD-3-Clause
// The master of a set: from the whole to the definitions of its file, and back.
//
// The master has the dimensions and variables of the whole under their own ids. A divided variable
// is a scalar there, with its attributes and what it is made of. Behind the program's dimensions
// and variables come those by which software that knows the CF conventions finds the parts
// (aggregation.hpp). The part table is in attributes, so that the header's own safety is the
// table's.
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
    format::Header whole;  // as the single file would have it
    Table table;
};

/// Whoever looks whether a set is sound is to know at once that all names are there, and make
/// sense. Whoever uses some of thousands of parts need not read the names of all.
enum class NamesOfParts { at_once, when_used };

/// The opposite. Nothing when the file is no master. Code::enotnc, with a sentence that says what,
/// when what it says of its set makes no sense where the master is. Where names are read when they
/// are used, that there are enough lines is all that is known of them (name_rule.hpp).
Result<std::optional<Set>> merge(format::Version version, const model::Schema& master,
                                 const MasterPlace& place,
                                 NamesOfParts names = NamesOfParts::at_once);

/// The first dimensions and variables of a schema, without attributes of its own: those of a master
/// that the program has defined.
model::Schema first_of(const model::Schema& schema, int dimensions, int variables);

}  // namespace weft::parts
