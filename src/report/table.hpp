// SPDX-License-Identifier: BSD-3-Clause
// Reports as plain text.
#pragma once

#include <string>

#include "report/file_report.hpp"

namespace weft::report {

// The table of a file, in pieces: the head, a row for each rank, the tail.

std::string table_head(const FileReport& report);
std::string table_row(const RankReport& rank);
/// The sums of all ranks and what concerns the file; methods are those of one rank.
std::string table_tail(const FileReport& report, const RankReport& first);

/// The report of one rank in a few lines of plain words, with the reason for the last method, or
/// "".
std::string plain_text(const RankReport& rank, const std::string& last_reason);

}  // namespace weft::report
