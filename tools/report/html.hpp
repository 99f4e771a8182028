// SPDX-License-Identifier: BSD-3-Clause
// A report as a page that loads no other files.
#pragma once

#include <string>

#include "report/file_report.hpp"

namespace weft::tools {

std::string report_page(const report::FileReport& report);

/// Two runs side by side.
std::string comparison_page(const report::FileReport& first, const report::FileReport& second);

}  // namespace weft::tools
