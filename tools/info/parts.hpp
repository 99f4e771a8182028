// SPDX-License-Identifier: BSD-3-Clause
// The files of a set in the output of weft info.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "container/anatomy.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// A line for each part, with its file's size.
void print_parts(Output& out, const container::DividedFiles& set);

/// The same as a list of objects.
nlohmann::ordered_json json_of_parts(const container::DividedFiles& set);

}  // namespace weft::tools
