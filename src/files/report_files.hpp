// SPDX-License-Identifier: BSD-3-Clause
// The files that the hints weft_report and weft_trace ask for.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "engine/trace/report_texts.hpp"

namespace weft::files {

class SharedFile;

/// Of the hints; nothing: not asked for. "FOLDER/" stands for a file of that folder, named after
/// the data file.
struct ReportRequest {
    std::string report;
    std::string trace;
    std::int64_t bare_bytes = 0;  // of each rank, to measure what bare calls do

    [[nodiscard]] bool is_any() const { return !report.empty() || !trace.empty(); }
};

/// Collective, when the file is closed. Rank 0 writes the files that are asked for and tells its
/// failure, of which the others hear nothing. No netCDF or HDF5 file is ever overwritten. Uniform:
/// facts.
Status write_report_files(const SharedFile& file, engine::FileFacts facts);

}  // namespace weft::files
