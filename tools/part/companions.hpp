// SPDX-License-Identifier: BSD-3-Clause
// The variables that other variables need to be understood: coordinates, bounds, grid mappings and
// everything else that attributes of the CF conventions name.
#pragma once

#include <vector>

#include "model/schema.hpp"

namespace weft::tools {

/// The ids `variables`, those of the variables that they need, and that these need in turn.
std::vector<int> with_companions(const model::Schema& schema, std::vector<int> variables);

/// Whether another variable needs this one: it is a coordinate, bounds, or the like.
bool is_named_by_another(const model::Schema& schema, int id);

}  // namespace weft::tools
