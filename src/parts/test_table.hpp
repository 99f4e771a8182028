// SPDX-License-Identifier: BSD-3-Clause
// Common parts of tests of sets.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "format/header_writer.hpp"
#include "layout/layout.hpp"
#include "parts/name_rule.hpp"
#include "parts/paths.hpp"
#include "parts/table.hpp"

namespace weft::parts {

inline constexpr Rules small_things_too{.least_dimensions = 1, .least_bytes = 1};

/// The master of that table.
inline const MasterPlace test_place{.path = "/scratch/data.nc"};

inline Table table_of(int parts) {
    Table table;
    table.id = {1, 0xfedcba9876543210};
    for (int part = 0; part < parts; ++part) {
        table.names.push_back("data.nc" + end_of_name({}, 0, part));
        table.weights.push_back(1);
    }
    return table;
}

/// A header that places the schema as a file of its own.
inline format::Header placed(model::Schema schema,
                             format::Version version = format::Version::cdf5) {
    auto layout =
        layout::place_variables(version, schema, format::header_bytes(version, schema), {});
    EXPECT_TRUE(layout.ok());
    return {version, std::move(schema), std::move(layout).value().begins};
}

}  // namespace weft::parts
