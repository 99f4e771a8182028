// SPDX-License-Identifier: BSD-3-Clause
// Joins files along the record dimension: copies of values, one for each file, that together make
// the target.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/copy/values.hpp"

namespace weft::tools {

/// A file, of which only the definition is known.
struct ConcatSource {
    std::string path;
    model::Schema schema;
    int kind = 0;  // NC_FORMAT_*
};

struct ConcatWishes {
    std::optional<int> kind;  // none: that of the first file
    bool as_stored = false;   // ignores attributes that give values their meaning
};

struct ConcatPlan {
    int kind = 0;
    model::Schema schema;
    std::vector<ValueCopy> of_files;  // the first has the variables without records, too
};

/// The definitions are those of the first file. Fails, and sets `at_fault` to the source, if a file
/// does not have the same variables with records, of the same types and shapes, if there are none,
/// or if values do not have the meaning of those in the first file.
Result<ConcatPlan> plan_concat(const std::vector<ConcatSource>& sources, const std::string& target,
                               const ConcatWishes& wishes, std::size_t& at_fault);

}  // namespace weft::tools
