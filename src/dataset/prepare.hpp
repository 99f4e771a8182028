// SPDX-License-Identifier: BSD-3-Clause
// Turns the caller's access into one that has passed all checks, in the order of the contract.
// Nothing communicates.
#pragma once

#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "dataset/access.hpp"

namespace weft::dataset {

using container::Block;
using container::BlockList;
using container::Definition;
using container::Prepared;

/// The bounds of an access beside the definition.
struct AccessRules {
    bool relaxed_coordinates = true;   // start may equal the length if the count is 0
    bool has_attached_buffer = false;  // for buffered puts
};

/// `prepared` has no elements if there is nothing to move.
Status prepare(const Definition& definition, const AccessRules& rules, const Access& access,
               Prepared& prepared);

}  // namespace weft::dataset
