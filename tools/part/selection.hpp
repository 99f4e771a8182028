// SPDX-License-Identifier: BSD-3-Clause
// A part of a file: some of its variables, and of each dimension a range of indices with a step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/part/ranges.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

class CommandForm;

/// The wishes of a command line.
struct Selection {
    std::vector<std::string> variables;  // "NAME" or "NAME[SLICE,...]"; empty: all
    std::vector<IndexRange> ranges;
    std::vector<CoordinateRange> coordinates;
    bool excludes = false;          // the named variables
    bool takes_companions = false;  // with the variables that they need (companions.hpp)

    [[nodiscard]] bool takes_everything() const {
        return variables.empty() && ranges.empty() && coordinates.empty();
    }
    /// The selection without the variables that the schema lacks.
    [[nodiscard]] Selection known_to(const model::Schema& schema) const;
    /// The names without the slices, and those that match patterns.
    [[nodiscard]] std::vector<std::string> names(const model::Schema& schema) const;
};

/// The options -v, -d and -s.
void add_selection_options(CommandForm& form, Selection& selection);

/// A selection for a schema.
struct Selected {
    bool is_everything = true;
    std::vector<int> variables;  // ids, in the order of the source
    std::vector<Indices> of;     // for each dimension of the source, also the record dimension
    bool has_whole_dimensions = true;
};

/// The selection of everything in a dataset.
Selected everything_of(const model::Schema& schema);

/// Code::enotvar and
/// Code::ebaddim for unknown names, Code::eedge for indices beyond a dimension and for a range
/// without values, Code::einval for two wishes that contradict each other.
Result<Selected> select_part(const Input& source, const Selection& selection);

/// The definitions of the part: dimensions that no chosen variable uses are left out unless all
/// variables are chosen. Does not set begins.
model::Schema schema_of_part(const model::Schema& source, const Selected& selected);

}  // namespace weft::tools
