// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/braces.hpp"

#include <algorithm>
#include <cstddef>

namespace weft::tools {

Braces::Braces(const model::Schema& schema, const model::Variable& variable) {
    const std::vector<std::int64_t> shape = schema.shape_of(variable);
    std::int64_t rows = 1;
    for (std::size_t i = shape.size(); i-- > 1;) {
        if (i + 1 < shape.size()) rows *= shape[i];
        if (schema.dimension(variable.dimension_ids[i]).is_unlimited) rows_.push_back(rows);
    }
}

std::string Braces::before(std::int64_t row) const {
    const auto begins = [row](std::int64_t rows) { return row % rows == 0; };
    return std::string(static_cast<std::size_t>(std::ranges::count_if(rows_, begins)), '{');
}

std::string Braces::behind(std::int64_t row) const {
    const auto ends = [row](std::int64_t rows) { return (row + 1) % rows == 0; };
    return std::string(static_cast<std::size_t>(std::ranges::count_if(rows_, ends)), '}');
}

}  // namespace weft::tools
