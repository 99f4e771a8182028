// SPDX-License-Identifier: BSD-3-Clause
// Finds what is wrong or unusual about one classic file, and how many records it has by its size,
// whatever its header counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/finding.hpp"
#include "base/result.hpp"
#include "format/findings.hpp"
#include "format/header.hpp"
#include "storage/file.hpp"

namespace weft::classic {

/// The advice for a file with an interrupted change of its definition.
inline constexpr std::string_view interrupted_advice =
    "holds an interrupted change of its definition; run `weft recover` on it";

/// All findings; an error if the file cannot be read.
Result<std::vector<Finding>> findings_in(storage::File& file);

/// Reads the header whatever its record count is, so that a wrong count does not hide the rest.
/// Empty after an error, which is then among the findings.
Result<std::optional<format::Header>> read_without_count(storage::File& file,
                                                         std::int64_t file_bytes,
                                                         format::Findings& findings);

struct StoredRecords {
    std::int64_t whole = 0;
    std::int64_t begun = 0;  // including partly stored ones
};

/// The stored records; empty without record variables.
std::optional<StoredRecords> stored_records(const format::HeaderView& header,
                                            std::int64_t file_bytes);

}  // namespace weft::classic
