// SPDX-License-Identifier: BSD-3-Clause
// Decides which variables of a new definition are quantised.
#pragma once

#include <optional>

#include "container/definition.hpp"
#include "types/quantize.hpp"

namespace weft::dataset {

/// Called at the end of define mode, if the format can record quantization. New variables for which
/// the program has not set any get `hint`, except those that readers need exactly. All quantised
/// variables get the attribute that says so.
void settle_quantization(container::Definition& definition,
                         const std::optional<types::Quantization>& hint);

}  // namespace weft::dataset
