// SPDX-License-Identifier: BSD-3-Clause
// How many records files have by their sizes, whatever their headers count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "format/findings.hpp"
#include "format/header.hpp"
#include "parts/master.hpp"
#include "storage/file.hpp"

namespace weft::tools {

/// The header with any record count, so that a wrong count does not hide the rest. Nothing after an
/// error, which is then among the findings.
Result<std::optional<format::Header>> read_without_count(storage::File& file,
                                                         std::int64_t file_bytes,
                                                         format::Findings& findings);

struct StoredRecords {
    std::int64_t whole = 0;
    std::int64_t begun = 0;  // including partly stored ones
};

/// Nothing without record variables.
std::optional<StoredRecords> stored_in_file(const format::HeaderView& header,
                                            std::int64_t file_bytes);

/// The same for a set, whose master has `in_master`: a record is stored if any file has its share,
/// because the single file would reach that far. If a part cannot be read, the number of records is
/// unknown.
std::optional<StoredRecords> stored_in_set(const std::string& master, const parts::Set& set,
                                           const std::optional<StoredRecords>& in_master);

}  // namespace weft::tools
