// SPDX-License-Identifier: BSD-3-Clause
// Where the header, the variables and the gaps lie in the file of a dataset. For a dataset in
// several files: in the single file that they stand for.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::container {

/// A variable in the file. Offsets and sizes of a record variable are those of record 0.
struct Region {
    int variable = 0;
    bool is_record = false;
    std::int64_t begin = 0;
    std::int64_t bytes = 0;       // of values, without padding
    std::int64_t end = 0;         // padding included
    std::int64_t gap_before = 0;  // unused bytes in front
};

struct Regions {
    std::int64_t file_bytes = 0;      // of the file as it is; of several, as expected_bytes
    std::int64_t expected_bytes = 0;  // the size of a complete file
    std::int64_t header_bytes = 0;    // the header itself
    std::int64_t header_extent = 0;   // where data begin; header_bytes without variables
    std::int64_t fixed_end = 0;       // behind the last fixed variable; header_extent without any
    std::int64_t record_begin = 0;    // of record 0; fixed_end without record variables
    std::int64_t record_bytes = 0;    // from one record to the next
    std::vector<Region> variables;    // in the order of the file
};

}  // namespace weft::container
