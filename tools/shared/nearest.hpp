// SPDX-License-Identifier: BSD-3-Clause
// What was meant by a name that the file has not.
#pragma once

#include <string>

#include "base/result.hpp"
#include "model/schema.hpp"

namespace weft::tools {

/// What a command fails with that is asked for a variable, or a dimension, that the file has not.
Status no_variable(const model::Schema& schema, const std::string& name);
Status no_dimension(const model::Schema& schema, const std::string& name);

}  // namespace weft::tools
