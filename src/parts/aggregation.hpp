// SPDX-License-Identifier: BSD-3-Clause
// The attributes and variables of a master for software that does not know Weft: each divided
// variable is an aggregation variable of the CF conventions (version 1.13, section 2.8), so that
// libraries which know these read a set as one dataset.
//
// Three variables tell where such an array is: `map`, the sizes of its fragments along each
// dimension; `uris`, their files; `identifiers`, its name there. Variables of the same dimensions
// share the first two.
#pragma once

#include <cstddef>
#include <vector>

#include "format/version.hpp"
#include "model/schema.hpp"
#include "parts/table.hpp"

namespace weft::parts {

/// Adds dimensions and variables behind those of `master`, and the attributes that refer to them.
void add_aggregation(format::Version version, const model::Schema& whole, const Table& table,
                     model::Schema& master);

/// The content of one of these variables, in file form.
struct HelperValues {
    int variable = 0;  // in the master
    std::vector<std::byte> bytes;
};

/// The values for a whole with its present number of records. A master that others have changed may
/// lack some of these variables, or have no room in them: those are left out.
std::vector<HelperValues> values_of_aggregation(format::Version version, const model::Schema& whole,
                                                const Table& table, const model::Schema& master);

}  // namespace weft::parts
