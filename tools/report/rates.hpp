// SPDX-License-Identifier: BSD-3-Clause
// Bytes per second in a report, and what they are of what the machine can do.
#pragma once

#include <string>

#include "tools/report/io_report.hpp"

namespace weft::tools {

/// That all ranks together asked for while they were in calls.
double rate_in_calls(const IoReport& report);
double put_rate(const IoReport& report);
double get_rate(const IoReport& report);
/// That one rank moves while it reads or writes.
double rate_of_storage(const IoReport& report);

/// "1.5 GiB/s"; "-" where nothing was moved.
std::string rate_words(double bytes_per_second);

/// The rate, and beside it that of bare calls, where it was measured.
std::string put_rate_words(const IoReport& report);
std::string get_rate_words(const IoReport& report);

}  // namespace weft::tools
