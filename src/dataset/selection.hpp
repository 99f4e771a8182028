// SPDX-License-Identifier: BSD-3-Clause
// Finds which elements of a variable an access selects, and how many: by blocks, one or a list of
// them, or by an MPI datatype (vard). All is checked. Nothing communicates.
#pragma once

#include "base/result.hpp"
#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "dataset/access.hpp"

namespace weft::dataset {

using container::Definition;
using container::Prepared;

/// Selects elements by start, count and stride, or by a list of them.
Status select_blocks(const Definition& definition, const AccessRules& rules, const Access& access,
                     Prepared& prepared);

/// Selects elements by an MPI datatype, in bytes from the variable's first element. They become a
/// list of runs, in the order of the type map, which is also that of the buffer.
Status select_described(const Definition& definition, const AccessRules& rules,
                        const Access& access, Prepared& prepared);

}  // namespace weft::dataset
