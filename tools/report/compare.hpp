// SPDX-License-Identifier: BSD-3-Clause
// Two runs side by side.
#pragma once

#include <vector>

#include "tools/report/io_report.hpp"
#include "tools/report/text.hpp"

namespace weft::tools {

/// A row for each thing that the summaries of both tell: what it is, the first run's, the second's,
/// and how many times as much the second has, where that says something.
Rows comparison_of(const IoReport& first, const IoReport& second);

/// The same on standard output, with the advice that only one of them gets.
void put_comparison_text(const IoReport& first, const IoReport& second, Output& out);

}  // namespace weft::tools
