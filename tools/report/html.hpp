// SPDX-License-Identifier: BSD-3-Clause
// A report as a page that loads no other files.
#pragma once

#include <string>

#include "tools/report/io_report.hpp"

namespace weft::tools {

std::string report_page(const IoReport& report);

/// Two runs side by side.
std::string comparison_page(const IoReport& first, const IoReport& second);

}  // namespace weft::tools
