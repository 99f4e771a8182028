// SPDX-License-Identifier: BSD-3-Clause
// The files that the hints weft_report and weft_trace request.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "report/file_report.hpp"

namespace weft::files {

class SharedFile;

/// The files that hints request; empty: none. "FOLDER/" stands for a file in that folder, named
/// after the data file.
struct ReportRequest {
    std::string report;
    std::string trace;
    std::int64_t bare_bytes = 0;  // of each rank, to measure plain calls; 0: do not measure

    [[nodiscard]] bool is_any() const { return !report.empty() || !trace.empty(); }
};

/// Collective, when the file is closed. Rank 0 writes the requested files and returns its failure;
/// the others return success. Never overwrites a netCDF or HDF5 file. Uniform: facts, which the
/// engine does not know: the file's name, hints and notes.
Status write_report_files(const SharedFile& file, report::FileReport facts);

}  // namespace weft::files
