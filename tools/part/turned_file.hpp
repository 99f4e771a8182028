// SPDX-License-Identifier: BSD-3-Clause
// A file as if some of its dimensions began at another index, read without making it.
#pragma once

#include "tools/part/selection.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// The file itself if nothing of the selection is turned. Otherwise a view with the same header and
/// every variable in its place, in which the indices of a turned dimension count from the one in
/// the selection; the selection becomes one of that view, in which nothing is turned.
OpenedFile turned(OpenedFile source, Selected& selected);

}  // namespace weft::tools
