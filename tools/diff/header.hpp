// SPDX-License-Identifier: BSD-3-Clause
// What two headers say differently. The order of dimensions, variables and attributes does not
// count: things are compared by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"

namespace weft::tools {

/// One comparison of two headers: `dimension "x"`, `length`, `3`, `4`.
struct Remark {
    bool same = false;
    std::string subject;
    std::string aspect;
    std::string first;   // what the first file says
    std::string second;  // and the second; empty where both say the same
};

/// Two variables of one name. An id is -1 where a file does not have it.
struct VariablePair {
    std::string name;
    int first = -1;
    int second = -1;
};

/// Attributes that are left out: their numbers are not compared then, either.
struct AttributeFilter {
    bool skips_all = false;
    std::vector<std::string> skipped;  // names

    [[nodiscard]] bool skips(std::string_view name) const;
    [[nodiscard]] bool skips_any() const { return skips_all || !skipped.empty(); }
};

/// The variables of both files, in the first one's order, then those of the second alone.
std::vector<VariablePair> pairs_of(const model::Schema& first, const model::Schema& second);

/// Everything but the variables: format, counts, global attributes, dimensions.
void compare_globals(const OpenedFile& first, const OpenedFile& second,
                     const AttributeFilter& filter, std::vector<Remark>& remarks);

/// The definitions of two variables of one name, one of which may be missing.
void compare_definitions(const model::Schema& first, const model::Schema& second,
                         const VariablePair& pair, const AttributeFilter& filter,
                         std::vector<Remark>& remarks);

}  // namespace weft::tools
