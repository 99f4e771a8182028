// SPDX-License-Identifier: BSD-3-Clause
// Rates in bytes per second in a report, and their share of the machine's rate.
#pragma once

#include <string>

#include "report/file_report.hpp"

namespace weft::report {

/// The rate of all ranks together while they were in calls.
double rate_in_calls(const FileReport& report);
double put_rate(const FileReport& report);
double get_rate(const FileReport& report);
/// The rate of one rank while it reads or writes.
double rate_of_storage(const FileReport& report);

/// "1.5 GiB/s"; "-" if nothing was moved.
std::string rate_words(double bytes_per_second);

/// The rate, and that of bare calls if it was measured.
std::string put_rate_words(const FileReport& report);
std::string get_rate_words(const FileReport& report);

}  // namespace weft::report
