// SPDX-License-Identifier: BSD-3-Clause
// The differences of two headers. The order of dimensions, variables and attributes is ignored:
// they are compared by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// One comparison of two headers: `dimension "x"`, `length`, `3`, `4`.
struct Remark {
    bool same = false;
    std::string subject;
    std::string aspect;
    std::string first;   // in the first file
    std::string second;  // in the second; empty if equal
    /// Weft does not read such values, so `same` says nothing; `first` is why.
    bool is_unread = false;
};

/// Two variables of one name. An id is -1 if a file does not have the variable.
struct VariablePair {
    std::string name;
    int first = -1;
    int second = -1;
};

/// Ignored attributes: then their numbers are not compared either.
struct AttributeFilter {
    bool skips_all = false;
    std::vector<std::string> skipped;  // names

    [[nodiscard]] bool skips(std::string_view name) const;
    [[nodiscard]] bool skips_any() const { return skips_all || !skipped.empty(); }
};

/// The variables of both files, in the first one's order, then those that only the second has.
std::vector<VariablePair> pairs_of(const model::Schema& first, const model::Schema& second);

/// Everything but the variables: format, counts, global attributes, dimensions.
void compare_globals(const Input& first, const Input& second, const AttributeFilter& filter,
                     std::vector<Remark>& remarks);

/// The definitions of two variables of one name, one of which may be missing.
void compare_definitions(const model::Schema& first, const model::Schema& second,
                         const VariablePair& pair, const AttributeFilter& filter,
                         std::vector<Remark>& remarks);

}  // namespace weft::tools
