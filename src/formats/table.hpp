// SPDX-License-Identifier: BSD-3-Clause
// The table of formats. A format is a room with a container and an entry (container/format.hpp),
// and an include and a row in table.cpp: the build, the layers and the hint weft_format follow from
// these. Of a file that no row knows, the container of the first row says what is wrong with it.
#pragma once

#include <span>

#include "container/format.hpp"

namespace weft::formats {

/// The table that is linked into the program: tests have one of their own.
extern const std::span<const container::Format* const> table;

}  // namespace weft::formats
