// SPDX-License-Identifier: BSD-3-Clause
// The known word that is meant by an unknown one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft {

/// Returns "; did you mean 'dump'?" with the nearest known word; "" if none is near. Near words
/// differ in at most a third of their letters, or one begins with the other.
std::string nearest_hint(std::string_view word, std::span<const std::string> known);

}  // namespace weft
