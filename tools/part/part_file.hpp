// SPDX-License-Identifier: BSD-3-Clause
// A part of a file as the file that `weft copy` would make of it, read without making it.
#pragma once

#include "base/result.hpp"
#include "tools/part/selection.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// The file itself if the selection takes all of every dimension. Otherwise a view that has all
/// variables, also those that were not chosen, in the same order.
Result<OpenedFile> with_ranges(OpenedFile source, const Selection& selection);

}  // namespace weft::tools
