// SPDX-License-Identifier: BSD-3-Clause
// A report on a terminal, and its advice for programs.
#pragma once

#include <string>
#include <vector>

#include "report/advice.hpp"
#include "report/file_report.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// The names and values of the facts about the whole file.
std::vector<std::pair<std::string, std::string>> summary_of(const report::FileReport& report);

/// A cell of a table's row: heading and value.
struct Cell {
    const char* heading;
    std::string value;
};
using Rows = std::vector<std::vector<Cell>>;
std::vector<Cell> rank_cells(const std::string& name, const report::Numbers& numbers,
                             const report::Arrivals& arrivals);
std::vector<Cell> method_cells(const report::MethodUse& use);
std::vector<Cell> chunk_cells(const report::ChunkUse& use);

/// The methods of all ranks together: each use once, with the reason of the lowest rank.
std::vector<report::MethodUse> methods_of_all(const report::FileReport& report);

/// The most ranks in a table; it omits more.
inline constexpr std::size_t most_rows = 256;

void put_report_text(const report::FileReport& report, Output& out);
void put_advice_json(const std::string& path, const report::FileReport& report, Output& out);

/// Prints a table with columns as wide as their widest cell; the last one may be longer.
void put_table(const Rows& rows, Output& out);

/// The date of the report, and the hosts of the ranks; "not known" for older reports.
std::string date_words(const report::FileReport& report);
std::string hosts_words(const report::FileReport& report);

}  // namespace weft::tools
