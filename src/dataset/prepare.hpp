// SPDX-License-Identifier: BSD-3-Clause
// Turns the caller's access into one that has passed all checks, in the order of the contract.
// Nothing communicates.
#pragma once

#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "dataset/access.hpp"

namespace weft::dataset {

using container::Definition;
using container::Prepared;

/// `prepared` has no elements if there is nothing to move.
Status prepare(const Definition& definition, const AccessRules& rules, const Access& access,
               Prepared& prepared);

/// The same for strings, which have no buffer. Code::ebadtype if the values are not strings.
Status prepare_strings(const Definition& definition, const AccessRules& rules, const Access& access,
                       Prepared& prepared);

}  // namespace weft::dataset
