// SPDX-License-Identifier: BSD-3-Clause
// What was meant by a word that nobody knows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "format/schema.hpp"

namespace weft::tools {

/// How many letters must be changed, added, left out or swapped with a neighbour to make one word
/// of the other.
std::size_t distance_between(std::string_view one, std::string_view other);

/// "; did you mean 'dump'?" with the known word that is nearest, nothing when none is near: a third
/// of the letters at most may differ, or one word is the beginning of the other.
std::string nearest_hint(std::string_view word, std::span<const std::string> known);

/// What a command fails with that is asked for a variable, or a dimension, that the file has not.
Status no_variable(const format::Schema& schema, const std::string& name);
Status no_dimension(const format::Schema& schema, const std::string& name);

}  // namespace weft::tools
