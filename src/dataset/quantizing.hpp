// SPDX-License-Identifier: BSD-3-Clause
// Which variables of a new definition are quantised.
#pragma once

#include <optional>

#include "container/definition.hpp"
#include "types/quantize.hpp"

namespace weft::dataset {

/// At the end of define mode, if the format keeps it: new variables of which the program has not
/// said anything get `hint`, but for those that readers need exactly, and all that are quantised
/// get the attribute that says so.
void settle_quantization(container::Definition& definition,
                         const std::optional<types::Quantization>& hint);

}  // namespace weft::dataset
