// SPDX-License-Identifier: BSD-3-Clause
// The report of a file as JSON. docs/report.md describes it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "report/file_report.hpp"

namespace weft::report {

// The document in pieces, so that nobody needs the reports of all ranks at once: the head, an entry
// for each rank, what stands before the time line, an entry for each rank that it shows, the tail.

std::string json_head(const FileReport& report);  // all members but the entries
std::string json_entry(const RankReport& rank);
std::string json_before_timeline(double slice_seconds);
std::string json_entry(const RankTimeline& rank);
inline constexpr std::string_view json_tail = "\n  ]}\n}\n";

/// Reads a document. Fails with a message for anything but JSON, for other JSON, a trace, or a
/// report of a later version.
Result<FileReport> read_json(std::string_view text);

}  // namespace weft::report
