// SPDX-License-Identifier: BSD-3-Clause
// How files become one along the record dimension: plans as those of `weft copy`, one for each
// file, that together make the target.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/copy/plan.hpp"

namespace weft::tools {

/// A file of which no more is known than its header.
struct ConcatSource {
    std::string path;
    OpenedFile opened;  // `file` may be closed
};

struct ConcatPlan {
    std::vector<CopyPlan> of_files;  // the first has the header and the variables without records
    std::int64_t file_bytes = 0;
    std::int64_t record_count = 0;
};

/// The definitions are those of the first file. Fails, and says in `at_fault` at which source, when
/// another file has not the same variables with records, of the same types and shapes, when there
/// are none, and when the format cannot hold the sum.
Result<ConcatPlan> plan_concat(const std::vector<ConcatSource>& sources, const CopyWishes& wishes,
                               std::size_t& at_fault);

}  // namespace weft::tools
