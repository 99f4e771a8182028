// SPDX-License-Identifier: BSD-3-Clause
// From an access as the caller states it to one that has passed all checks, whose order is the
// contract's. Nothing communicates.
#pragma once

#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "dataset/access.hpp"

namespace weft::dataset {

using container::Block;
using container::BlockList;
using container::Definition;
using container::Prepared;

/// What bounds an access beside the definition.
struct AccessRules {
    bool relaxed_coordinates = true;   // start may be the length where the count is 0
    bool has_attached_buffer = false;  // for buffered puts
};

/// `prepared` has no elements where there is nothing to move.
Status prepare(const Definition& definition, const AccessRules& rules, const Access& access,
               Prepared& prepared);

}  // namespace weft::dataset
