// SPDX-License-Identifier: BSD-3-Clause
// The words of -v: names, patterns and slices.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"

namespace weft::tools {

/// The id of the variable with this name, or -1.
int find_variable(const model::Schema& schema, std::string_view name);

/// An item of -v: "sst", "sst[0:3,:]", "S*".
struct NamedItem {
    // The names: a single one, known or not; all with this name in any group; or all that match a
    // pattern.
    std::vector<std::string> names;
    std::string_view slices{};  // "0:3,:"; null without brackets
};

/// A name means the variables that have it in any group, also "GROUP/NAME"; "/GROUP/NAME" is the
/// whole path of one. A name with "*" or "?" is a pattern unless a variable has that name; likewise
/// for brackets and slices. A pattern without matches becomes its own name.
NamedItem take_apart(const model::Schema& schema, std::string_view item);

/// Code::enotvar for a name that no variable has, with a suggestion.
Status unknown_variable(const model::Schema& schema, const std::string& name);

}  // namespace weft::tools
