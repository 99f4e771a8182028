// SPDX-License-Identifier: BSD-3-Clause
// The notes of `weft dump --exact` (cdl/note.hpp): what a file has beyond definitions and values,
// if `weft gen` would not put it there by itself (gaps.hpp).
#pragma once

#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "tools/shared/opened_file.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// The file's size, unless it follows from the rest.
std::optional<std::int64_t> odd_size(const OpenedFile& opened);

/// Bytes of the header that another writer would not make of the same definitions, and bytes
/// between and behind the values. `title` precedes the first note.
Status print_byte_notes(Output& out, const OpenedFile& opened, std::string_view title);

}  // namespace weft::tools
