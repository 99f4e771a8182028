// SPDX-License-Identifier: BSD-3-Clause
// Braces around the values along each unlimited dimension but the first, by which a reader of CDL
// learns its length.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace weft::tools {

/// A row has the values along the last dimension.
class Braces {
public:
    Braces(const model::Schema& schema, const model::Variable& variable);

    [[nodiscard]] std::string before(std::int64_t row) const;
    [[nodiscard]] std::string behind(std::int64_t row) const;

private:
    std::vector<std::int64_t> rows_;  // within a pair of braces, for each such dimension
};

}  // namespace weft::tools
