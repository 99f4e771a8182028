// SPDX-License-Identifier: BSD-3-Clause
#include "format/sizes.hpp"

#include <gtest/gtest.h>

namespace weft::format {
namespace {

using types::External;

constexpr std::int64_t gib = std::int64_t{1} << 30;

void add(model::Schema& schema, const char* name, External type, const std::vector<int>& ids) {
    model::Variable variable;
    variable.name = name;
    variable.type = type;
    variable.dimension_ids = ids;
    schema.add_variable(std::move(variable));
}

/// Dimensions t (record), x of 3 values, and big.
model::Schema schema_with(std::int64_t big) {
    model::Schema schema;
    schema.add_dimension(model::unlimited_dimension("t"));
    schema.add_dimension({"x", 3});
    schema.add_dimension({"big", big});
    return schema;
}

TEST(Sizes, SlabIsTheProductWithoutTheRecordDimension) {
    model::Schema schema = schema_with(1000);
    add(schema, "scalar", External::float64, {});
    add(schema, "fixed", External::int16, {1, 2});
    add(schema, "record", External::int16, {0, 1});
    EXPECT_EQ(slab_bytes(schema, schema.variable(0)).value(), 8);
    EXPECT_EQ(slab_bytes(schema, schema.variable(1)).value(), 6000);
    EXPECT_EQ(slab_bytes(schema, schema.variable(2)).value(), 6);
}

TEST(Sizes, SlabOverflowIsAnError) {
    model::Schema schema = schema_with(std::int64_t{1} << 62);
    add(schema, "product", External::int16, {2});
    add(schema, "fits", External::byte, {2});
    EXPECT_EQ(slab_bytes(schema, schema.variable(0)).code(), Code::evarsize);
    EXPECT_EQ(slab_bytes(schema, schema.variable(1)).value(), std::int64_t{1} << 62);
    model::Schema padded = schema_with(INT64_MAX - 1);
    add(padded, "padding", External::byte, {2});
    EXPECT_EQ(slab_bytes(padded, padded.variable(0)).code(), Code::evarsize);
}

TEST(Sizes, RecordIsPaddedUnlessItHasOneVariable) {
    model::Schema schema = schema_with(1);
    EXPECT_EQ(record_bytes(schema).value(), 0);
    add(schema, "a", External::int16, {0, 1});
    EXPECT_EQ(record_bytes(schema).value(), 6);
    add(schema, "fixed", External::int16, {1});
    EXPECT_EQ(record_bytes(schema).value(), 6);
    add(schema, "b", External::byte, {0});
    EXPECT_EQ(record_bytes(schema).value(), 12);
}

TEST(Sizes, RecordOverflowIsAnError) {
    model::Schema schema = schema_with(std::int64_t{1} << 62);
    add(schema, "a", External::byte, {0, 2});
    add(schema, "b", External::byte, {0, 2});
    EXPECT_EQ(record_bytes(schema).code(), Code::evarsize);
}

TEST(Sizes, VsizeIsPaddedAndHasASentinelInThe32BitFormats) {
    EXPECT_EQ(vsize_of(Version::cdf1, 5), 8);
    EXPECT_EQ(vsize_of(Version::cdf2, 0xFFFFFFFC), 0xFFFFFFFC);
    EXPECT_EQ(vsize_of(Version::cdf2, 0xFFFFFFFD), 0xFFFFFFFF);
    EXPECT_EQ(vsize_of(Version::cdf5, 0xFFFFFFFD), 0x100000000);
}

TEST(LargeVariables, LastFixedOneMayBeLarge) {
    for (const Version version : {Version::cdf1, Version::cdf2}) {
        model::Schema schema = schema_with(version == Version::cdf1 ? 2 * gib - 3 : 4 * gib - 3);
        add(schema, "small", External::byte, {1});
        add(schema, "large", External::byte, {2});
        EXPECT_TRUE(check_large_variables(version, schema).ok());
        add(schema, "after", External::byte, {1});
        const Status status = check_large_variables(version, schema);
        EXPECT_EQ(status.code(), Code::evarsize);
        EXPECT_NE(status.context().find("'large'"), std::string::npos);
    }
}

TEST(LargeVariables, AtTheLimitIsNotLarge) {
    for (const Version version : {Version::cdf1, Version::cdf2}) {
        model::Schema schema = schema_with(version == Version::cdf1 ? 2 * gib - 4 : 4 * gib - 4);
        add(schema, "at_limit", External::byte, {2});
        add(schema, "another", External::byte, {2});
        EXPECT_TRUE(check_large_variables(version, schema).ok());
    }
}

TEST(LargeVariables, NoRecordVariableGoesWithALargeFixedOne) {
    model::Schema schema = schema_with(5 * gib);
    add(schema, "large", External::byte, {2});
    add(schema, "record", External::byte, {0, 1});
    EXPECT_EQ(check_large_variables(Version::cdf2, schema).code(), Code::evarsize);
}

TEST(LargeVariables, LastRecordVariableMayBeLarge) {
    model::Schema schema = schema_with(5 * gib);
    add(schema, "small", External::byte, {0, 1});
    add(schema, "large", External::byte, {0, 2});
    add(schema, "fixed", External::byte, {1});
    EXPECT_TRUE(check_large_variables(Version::cdf2, schema).ok());
    add(schema, "after", External::byte, {0, 1});
    EXPECT_EQ(check_large_variables(Version::cdf2, schema).code(), Code::evarsize);
}

TEST(LargeVariables, AreFreeInCdf5) {
    model::Schema schema = schema_with(5 * gib);
    for (const char* name : {"a", "b"}) add(schema, name, External::byte, {2});
    add(schema, "r", External::byte, {0, 2});
    EXPECT_TRUE(check_large_variables(Version::cdf5, schema).ok());
}

}  // namespace
}  // namespace weft::format
