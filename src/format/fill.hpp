// SPDX-License-Identifier: BSD-3-Clause
// The fill value of a variable: its own one, or the default of its type.
#pragma once

#include <cstddef>
#include <vector>

#include "model/schema.hpp"

namespace weft::format {

/// The value of unwritten elements, in file form: the variable's _FillValue if it is one value of
/// the variable's type, otherwise the default of the type.
std::vector<std::byte> fill_of(const model::Variable& variable);

}  // namespace weft::format
