// SPDX-License-Identifier: BSD-3-Clause
// The files that the hints weft_report and weft_trace ask for.
#pragma once

#include <string>

#include "base/result.hpp"
#include "engine/trace/report_texts.hpp"

namespace weft::files {

/// Empty: not asked for. "FOLDER/" stands for a file of that folder, named after the data file.
struct ReportPaths {
    std::string report;
    std::string trace;

    [[nodiscard]] bool is_any() const { return !report.empty() || !trace.empty(); }
};

/// Collective. Rank 0 writes the files and tells its failure, of which the others hear nothing. No
/// netCDF or HDF5 file is ever overwritten. Uniform: facts, paths.
Status write_report_files(mpi::CommView comm, const engine::Report& report,
                          const engine::FileFacts& facts, const ReportPaths& paths);

}  // namespace weft::files
