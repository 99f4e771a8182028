// SPDX-License-Identifier: BSD-3-Clause
// Prints the special attributes of `ncdump -s`, which say how the file is stored.
#pragma once

#include <optional>
#include <string_view>

#include "model/origin.hpp"
#include "model/schema.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// Prints the special attributes. `before`: the text in front of the name of each. Prints nothing
/// for a variable that is stored as its format always does it.
void print_storage(Output& out, const model::Variable& variable, std::string_view before);

/// `kind`: of the file, as ncdump -k calls it.
void print_origin(Output& out, const std::optional<model::Origin>& origin, std::string_view kind,
                  std::string_view before);

}  // namespace weft::tools
