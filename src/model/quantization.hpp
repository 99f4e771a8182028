// SPDX-License-Identifier: BSD-3-Clause
// The attributes by which netCDF-4 files say how the values of a variable were quantised.
#pragma once

#include <optional>

#include "model/schema.hpp"
#include "types/quantize.hpp"

namespace weft::model {

/// The name of the attribute for this mode; null: there is none.
const char* quantization_attribute(types::QuantizeMode mode);

/// The quantization that the variable's first such attribute states, of whatever kind it is. The
/// digits are 0 if it is not one int. Mode none: there is no such attribute.
types::Quantization told_quantization(const Variable& variable);

/// The same quantization; empty if values of the variable's type cannot be quantised by it.
std::optional<types::Quantization> usable_quantization(const Variable& variable);

/// Replaces the attributes by one that states `how`; mode none: by no attribute.
void tell_quantization(Variable& variable, types::Quantization how);

}  // namespace weft::model
