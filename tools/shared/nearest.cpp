// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/nearest.hpp"

#include <vector>

#include "base/nearest_word.hpp"

namespace weft::tools {

Status no_variable(const model::Schema& schema, const std::string& name) {
    std::vector<std::string> known;
    for (int id = 0; id < schema.variable_count(); ++id)
        known.emplace_back(schema.variable(id).name);
    return {Code::enotvar, "there is no variable '" + name + "'" + nearest_hint(name, known)};
}

Status no_dimension(const model::Schema& schema, const std::string& name) {
    std::vector<std::string> known;
    for (int id = 0; id < schema.dimension_count(); ++id)
        known.emplace_back(schema.dimension(id).name);
    return {Code::ebaddim, "there is no dimension '" + name + "'" + nearest_hint(name, known)};
}

}  // namespace weft::tools
