// SPDX-License-Identifier: BSD-3-Clause
// Reduces a command's input to the part of the dataset that its options select.
#pragma once

#include "base/result.hpp"
#include "tools/part/selection.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// The input with the chosen indices of its dimensions. It has all variables, also those that were
/// not chosen, in the same order.
Result<Input> part_of(Input whole, const Selection& selection);

}  // namespace weft::tools
