// SPDX-License-Identifier: BSD-3-Clause
// Joins files along the record dimension: plans like those of `weft copy`, one for each file, that
// together make the target.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/concat/recoding.hpp"
#include "tools/copy/plan.hpp"

namespace weft::tools {

/// A file of which only the header is known.
struct ConcatSource {
    std::string path;
    OpenedFile opened;  // `file` may be closed
};

/// A variable whose stored values change (recoding.hpp).
struct RecodedVariable {
    Recoding recoding;
    std::int64_t slab_bytes = 0;
    std::int64_t from = 0;  // the offset of its first record in the source
    std::int64_t to = 0;    // and in the target
};

/// The contribution of one file.
struct ConcatPart {
    CopyPlan copy;
    std::vector<RecodedVariable> recoded;  // which the copy leaves out
};

struct ConcatWishes {
    CopyWishes copy;
    bool as_stored = false;  // ignores attributes that give values their meaning
};

struct ConcatPlan {
    std::vector<ConcatPart> of_files;  // the first has the header and the variables without records
    std::int64_t file_bytes = 0;
    std::int64_t record_count = 0;
};

/// The definitions are those of the first file. Fails, and sets `at_fault` to the source, if a file
/// does not have the same variables with records, of the same types and shapes, if there are none,
/// if the format cannot hold the sum, or if values do not have the meaning of those in the first
/// file.
Result<ConcatPlan> plan_concat(const std::vector<ConcatSource>& sources, const ConcatWishes& wishes,
                               std::size_t& at_fault);

}  // namespace weft::tools
