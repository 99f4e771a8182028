// SPDX-License-Identifier: BSD-3-Clause
// How many records files hold by their sizes, whatever their headers count.
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

/// The header, but for its record count: a wrong one does not hide the rest. Nothing where there is
/// an error, which is among the findings then.
Result<std::optional<format::Header>> read_without_count(storage::File& file,
                                                         std::int64_t file_bytes,
                                                         format::Findings& findings);

struct StoredRecords {
    std::int64_t whole = 0;
    std::int64_t begun = 0;  // those too of which a part is stored
};

/// Nothing without record variables.
std::optional<StoredRecords> stored_in_file(const format::HeaderView& header,
                                            std::int64_t file_bytes);

/// The same of a set, of whose master that is what `in_master` is: a record is stored when any file
/// holds its share, as the single file would reach that far. Where a part cannot be read, there may
/// be any number of records.
std::optional<StoredRecords> stored_in_set(const std::string& master, const parts::Set& set,
                                           const std::optional<StoredRecords>& in_master);

}  // namespace weft::tools
