// SPDX-License-Identifier: BSD-3-Clause
// Accesses to variables that are divided among the parts of a set.
#pragma once

#include <vector>

#include "dataset/definition.hpp"
#include "dataset/prepared.hpp"
#include "dataset/transfer.hpp"
#include "parts/share.hpp"

namespace weft::dataset {

/// Where a variable is that is not divided, as none of a single file is.
parts::Place place_of(const Definition& definition, int variable);

/// Whether an access is to such a variable.
[[nodiscard]] bool is_divided(const Definition& definition, const Prepared& prepared);

/// The parts that an access touches, in rising order.
std::vector<int> parts_of(const Definition& definition, const Prepared& prepared);

/// The pieces of each part, all of which are known; `model` says all but their shapes.
void add_divided_pieces(const Definition& definition, const Prepared& prepared,
                        const engine::Piece& model, Transfer& transfer);

}  // namespace weft::dataset
