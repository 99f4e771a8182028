// SPDX-License-Identifier: BSD-3-Clause
// Two runs side by side.
#pragma once

#include <vector>

#include "report/file_report.hpp"
#include "tools/report/text.hpp"

namespace weft::tools {

/// A row for each fact in both summaries: its name, the first run's value, the second's, and their
/// ratio if that has a meaning.
Rows comparison_of(const report::FileReport& first, const report::FileReport& second);

/// The same on standard output, with the advice that only one of them gets.
void put_comparison_text(const report::FileReport& first, const report::FileReport& second,
                         Output& out);

}  // namespace weft::tools
