// SPDX-License-Identifier: BSD-3-Clause
// Values with scale and offset applied, and NaN for missing ones.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// Calls `take` for the meaning of the first `count` values, in order (meaning/value_rules.hpp).
/// Missing and infinite ones are NaN.
Status read_values(const Input& file, int id, std::int64_t count,
                   const std::function<void(double)>& take);

/// "NAME (UNITS)", safe for a terminal.
std::string title_of(const model::Variable& variable);

/// The text in UTF-8 without characters that control a terminal.
std::string shown(std::string_view text);

}  // namespace weft::tools
