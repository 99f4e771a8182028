// SPDX-License-Identifier: BSD-3-Clause
// The charts of a report's page: SVG with a title and a description in words.
#pragma once

#include <string>

#include "report/file_report.hpp"

namespace weft::tools {

/// The work of each rank over time: a row for each rank, a colour for each phase.
std::string rank_chart(const report::FileReport& report);

/// A chart of where in the file data moved over time.
std::string offset_chart(const report::FileReport& report);

/// A chart of the number of system calls by size.
std::string size_chart(const report::FileReport& report);

}  // namespace weft::tools
