// SPDX-License-Identifier: BSD-3-Clause
// The attributes by which netCDF-4 files say how the values of a variable were quantised.
#pragma once

#include <optional>

#include "model/schema.hpp"
#include "types/quantize.hpp"

namespace weft::model {

/// The attribute of this mode; null: there is none.
const char* quantization_attribute(types::QuantizeMode mode);

/// What the first such attribute says, of whatever kind it is: digits are 0 where it is not one
/// int. Mode none: there is no such attribute.
types::Quantization told_quantization(const Variable& variable);

/// The same, if values of the variable's type can be quantised so.
std::optional<types::Quantization> usable_quantization(const Variable& variable);

/// `how` in place of what the attributes say; mode none: nothing.
void tell_quantization(Variable& variable, types::Quantization how);

}  // namespace weft::model
