// SPDX-License-Identifier: BSD-3-Clause
// Values as they are meant: unpacked, and NaN where there is none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// Calls `take` for the first `count` values, in order, as they are meant
/// (meaning/value_rules.hpp). Missing and infinite ones are NaN. True when some lay behind the end
/// of the file.
Result<bool> read_values(const OpenedFile& file, int id, std::int64_t count,
                         const std::function<void(double)>& take);

/// "NAME (UNITS)", fit for a terminal.
std::string title_of(const model::Variable& variable);

/// UTF-8 in which no character controls a terminal.
std::string shown(std::string_view text);

}  // namespace weft::tools
