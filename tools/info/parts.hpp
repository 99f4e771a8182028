// SPDX-License-Identifier: BSD-3-Clause
// The files of a set in the output of weft info.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "parts/master.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// The dimension along which a variable of the whole is divided; "" for one that is not.
std::string divided_along(const parts::Set& set, int variable);

/// A line for each part, with its file's size.
void print_parts(Output& out, const parts::Set& set, const std::string& master);

/// The same as a list of objects.
nlohmann::ordered_json json_of_parts(const parts::Set& set, const std::string& master);

}  // namespace weft::tools
