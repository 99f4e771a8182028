// SPDX-License-Identifier: BSD-3-Clause
// The option for the format of written files.
#pragma once

#include <optional>

#include "format/version.hpp"

namespace weft::tools {

class CommandForm;

/// -k: classic, 64-bit-offset or cdf5, and their numbers.
void add_format_option(CommandForm& form, std::optional<format::Version>& version);

}  // namespace weft::tools
