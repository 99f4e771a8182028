// SPDX-License-Identifier: BSD-3-Clause
// What was meant by a word that nobody knows.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace weft {

/// How many letters must be changed, added, left out or swapped with a neighbour to make one word
/// of the other (optimal string alignment, which changes no letter twice).
std::size_t distance_between(std::string_view one, std::string_view other);

/// "; did you mean 'dump'?" with the known word that is nearest, nothing when none is near: a third
/// of the letters at most may differ, or one word is the beginning of the other.
std::string nearest_hint(std::string_view word, std::span<const std::string> known);

}  // namespace weft
