// SPDX-License-Identifier: BSD-3-Clause
// Shortcuts to schemas, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/version.hpp"
#include "model/schema.hpp"

namespace weft::layout {

struct TestVariable {
    types::External type = types::External::int32;
    std::vector<std::int64_t> shape;  // 0: the record dimension
};

// Types with odd sizes, which are padded, and with even sizes.
inline const TestVariable fixed_odd{types::External::byte, {3}};
inline const TestVariable fixed_even{types::External::float64, {2, 5}};
inline const TestVariable record_odd{types::External::byte, {0, 3}};
inline const TestVariable record_even{types::External::int32, {0, 2}};

inline std::string numbered(char letter, int number) {
    std::string name(1, letter);
    return name.append(std::to_string(number));
}

/// Adds variables v0, v1, ... with dimensions of their own behind the existing ones.
inline void add_variables(model::Schema& schema, const std::vector<TestVariable>& variables) {
    for (const TestVariable& wanted : variables) {
        model::Variable variable;
        variable.name = numbered('v', schema.variable_count());
        variable.type = wanted.type;
        std::vector<int> ids;
        for (const std::int64_t length : wanted.shape) {
            int id = length == 0 ? schema.record_dimension() : -1;
            if (id < 0)
                id = schema.add_dimension(
                    {numbered('d', schema.dimension_count()), length, length == 0});
            ids.push_back(id);
        }
        variable.dimension_ids = ids;
        schema.add_variable(std::move(variable));
    }
}

inline constexpr format::Version cdf5 = format::Version::cdf5;

inline model::Schema schema_of(const std::vector<TestVariable>& variables) {
    model::Schema schema;
    add_variables(schema, variables);
    return schema;
}

}  // namespace weft::layout
