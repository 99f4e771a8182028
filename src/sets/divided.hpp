// SPDX-License-Identifier: BSD-3-Clause
// Accesses to variables that are divided among the parts of a set.
#pragma once

#include <vector>

#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "container/transfer.hpp"
#include "sets/file_set.hpp"

namespace weft::sets {

using container::Definition;
using container::Prepared;
using container::Transfer;

/// The parts that an access touches, in rising order.
std::vector<int> parts_of(const Definition& definition, const FileSet& files,
                          const Prepared& prepared);

/// The pieces in each part; all parts are known. `model` has everything but the shapes.
void add_divided_pieces(const Definition& definition, const FileSet& files,
                        const Prepared& prepared, const engine::Piece& model, Transfer& transfer);

}  // namespace weft::sets
