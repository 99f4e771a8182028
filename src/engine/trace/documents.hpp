// SPDX-License-Identifier: BSD-3-Clause
// Gathers what all ranks have recorded into one document on rank 0 (src/report has its forms).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/trace/report.hpp"
#include "mpi/comm.hpp"
#include "report/file_report.hpp"

namespace weft::engine {

/// This rank's report in a few lines of plain words. It does not communicate.
std::string as_text(const Report& report);

/// Takes a document piece by piece. Functions call only the sink of rank 0, which has the text of
/// one rank in memory at a time.
using Sink = std::function<void(std::string_view)>;

// All functions are collective; every rank's report has a recorder.

/// Adds to the report of a file the sums over all ranks, and what else is the same on all of them.
/// The file was in use until `done_at`, by now_seconds(): what comes after is the report's own
/// work.
void add_totals(mpi::CommView comm, const Report& report, double done_at, report::FileReport& file);

void put_report_json(mpi::CommView comm, const Report& report, const report::FileReport& file,
                     const Sink& sink);
/// A table with a row for each rank.
void put_report_table(mpi::CommView comm, const Report& report, const report::FileReport& file,
                      const Sink& sink);
void put_trace_json(mpi::CommView comm, const Report& report, const Sink& sink);

}  // namespace weft::engine
