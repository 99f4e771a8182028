// SPDX-License-Identifier: BSD-3-Clause
// The option for the format of written files.
#pragma once

#include <optional>

namespace weft::tools {

class CommandForm;

/// Adds the option -k, whose value is a word of the table of formats; `kind` is NC_FORMAT_*.
void add_format_option(CommandForm& form, std::optional<int>& kind);

}  // namespace weft::tools
