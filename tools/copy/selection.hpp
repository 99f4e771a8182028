// SPDX-License-Identifier: BSD-3-Clause
// A part of a file: some of its variables, and of each dimension a range of indices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "format/schema.hpp"

namespace weft::tools {

/// Indices lo to hi of a dimension, both included.
struct IndexRange {
    std::string dimension;
    std::int64_t low = 0;
    std::int64_t high = 0;
};

/// From "DIM,LO,HI". Code::einval when it is anything else.
Result<IndexRange> parse_range(const std::string& text);

struct Selection {
    std::vector<std::string> variables;  // empty: all
    std::vector<IndexRange> ranges;
};

/// A selection in terms of a schema.
struct Selected {
    bool is_everything = true;
    std::vector<int> variables;       // ids, in the order of the source
    std::vector<std::int64_t> first;  // index of each dimension of the source
    std::vector<std::int64_t> count;  // of indices; the record dimension's too
};

/// Code::enotvar and Code::ebaddim for names that are not there, Code::eedge for indices beyond a
/// dimension.
Result<Selected> select_part(const format::Schema& source, const Selection& selection);

/// The definitions of the part: dimensions that no chosen variable uses are left out unless all
/// variables are chosen. Begins are not set.
format::Schema schema_of_part(const format::Schema& source, const Selected& selected);

}  // namespace weft::tools
