// SPDX-License-Identifier: BSD-3-Clause
// The begin and end of each variable, as a list under its declaration.
#pragma once

#include <string>

#include "model/schema.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

struct OffsetsForm {
    bool sizes = false;
    bool gaps = false;
    bool all_records = false;  // not only the first
};

/// The ends are those of the values, without padding.
void print_offsets(Output& out, const std::string& path, const Input& input,
                   const container::Regions& map, const OffsetsForm& form);

/// True if bytes between two fixed variables belong to neither.
bool has_gaps(const container::Regions& map);

}  // namespace weft::tools
