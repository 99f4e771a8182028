// SPDX-License-Identifier: BSD-3-Clause
// Suggestions for a name that the file does not have.
#pragma once

#include <string>

#include "base/result.hpp"
#include "model/schema.hpp"

namespace weft::tools {

/// The failure of a command for a variable, or a dimension, that the file does not have.
Status no_variable(const model::Schema& schema, const std::string& name);
Status no_dimension(const model::Schema& schema, const std::string& name);

}  // namespace weft::tools
