// SPDX-License-Identifier: BSD-3-Clause
// What was meant by a word that nobody knows.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft {

/// "; did you mean 'dump'?" with the known word that is nearest, nothing when none is near: a third
/// of the letters at most may differ, or one word is the beginning of the other.
std::string nearest_hint(std::string_view word, std::span<const std::string> known);

}  // namespace weft
