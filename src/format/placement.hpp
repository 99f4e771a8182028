// SPDX-License-Identifier: BSD-3-Clause
// Checks that the variables of a header lie behind the header and do not overlap.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "format/findings.hpp"
#include "format/header.hpp"

namespace weft::format {

/// The part of a file from the first byte of record 0 on. Zero without record variables.
struct RecordSection {
    std::int64_t begin = 0;
    std::int64_t record_bytes = 0;
};
/// `evarsize` if a record exceeds 2^63-1 bytes.
Result<RecordSection> record_section(const HeaderView& header);

struct FileExtent {
    std::int64_t header_end;
    std::int64_t file_bytes;
};

/// Reports every variable that begins inside the header, ends beyond 2^63-1, overlaps another, or
/// is too large for its position; the record section has no end here, because records are added.
/// Warns about variables out of definition order or at an offset that is no multiple of 4, about
/// unused bytes between two fixed variables or two record variables, and about data beyond the end
/// of the file. Space behind the header and before the records is legal (alignment, reserve). Time
/// O(n log n) in the number of variables.
void check_placement(const HeaderView& header, const FileExtent& extent, Findings& findings);

}  // namespace weft::format
