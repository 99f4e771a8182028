// SPDX-License-Identifier: BSD-3-Clause
// The notes of `weft dump --exact` (cdl/note.hpp): what a file has beyond definitions and values,
// if `weft gen` would not put it there by itself.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "container/anatomy.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// Prints the bytes of the header that another writer would not make of the same definitions, and
/// the bytes between and behind the values. `title` precedes the first note.
Status print_byte_notes(Output& out, container::Anatomy& anatomy, std::string_view title);

}  // namespace weft::tools
