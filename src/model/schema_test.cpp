// SPDX-License-Identifier: BSD-3-Clause
#include "model/schema.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <utility>

namespace weft::model {
namespace {

using types::External;

// A hundred thousand variables with three attributes each have as many of these. Inline room for
// short values costs less than allocated memory, which takes at least 32 bytes.
static_assert(sizeof(Attribute) <= 104);
static_assert(sizeof(AttributeList) <= 64);

std::string numbered(const char* prefix, int i) {
    return fmt::format("{}{}", prefix, i);
}

Variable named(std::string name) {
    Variable variable;
    variable.name = std::move(name);
    variable.type = External::int32;
    return variable;
}

Attribute attribute_of(External type, std::string name, std::int64_t count) {
    return {.name = std::move(name),
            .type = type,
            .count = count,
            .values = Values(static_cast<std::size_t>(count * types::size_of(type)))};
}

TEST(Schema, FindsDimensionsAndVariablesByName) {
    Schema schema;
    EXPECT_EQ(schema.find_dimension("x"), -1);
    EXPECT_EQ(schema.add_dimension({"x", 4}), 0);
    EXPECT_EQ(schema.add_dimension(unlimited_dimension("t")), 1);
    EXPECT_EQ(schema.add_variable(named("x")), 0);
    EXPECT_EQ(schema.find_dimension("t"), 1);
    EXPECT_EQ(schema.find_variable("x"), 0);
    EXPECT_EQ(schema.find_variable("t"), -1);
    EXPECT_EQ(schema.record_dimension(), 1);
}

TEST(Schema, ZeroIsALength) {
    Schema schema;
    schema.add_dimension({"none", 0});
    EXPECT_EQ(schema.record_dimension(), -1);
}

TEST(Schema, RenamesKeepTheId) {
    Schema schema;
    schema.add_dimension({"x", 4});
    schema.add_variable(named("v"));
    schema.rename_dimension(0, "y");
    schema.rename_variable(0, "w");
    EXPECT_EQ(schema.find_dimension("x"), -1);
    EXPECT_EQ(schema.find_dimension("y"), 0);
    EXPECT_EQ(schema.find_variable("v"), -1);
    EXPECT_EQ(schema.find_variable("w"), 0);
    EXPECT_EQ(schema.variable(0).name, "w");
}

TEST(Schema, FindsNamesByTheirNormalisedForm) {
    const std::string decomposed = "cafe\xCC\x81";
    const std::string composed = "caf\xC3\xA9";
    Schema schema;
    schema.add_variable(named(decomposed));
    schema.global_attributes.add(attribute_of(External::byte, decomposed, 1));
    EXPECT_EQ(schema.find_variable(composed), 0);
    EXPECT_EQ(schema.variable(0).name, decomposed);
    EXPECT_EQ(schema.global_attributes.find(composed), 0);
    schema.rename_variable(0, "tea");
    EXPECT_EQ(schema.find_variable(composed), -1);
}

TEST(Schema, KnowsRecordVariablesAndShapes) {
    Schema schema;
    schema.record_count = 7;
    schema.add_dimension({"x", 4});
    Variable variable = named("v");
    EXPECT_FALSE(schema.is_record_variable(variable));
    variable.dimension_ids = {0};
    EXPECT_FALSE(schema.is_record_variable(variable));
    schema.add_dimension(unlimited_dimension("t"));
    variable.dimension_ids = {1, 0, 0};
    EXPECT_TRUE(schema.is_record_variable(variable));
    EXPECT_EQ(schema.shape_of(variable), (std::vector<std::int64_t>{7, 4, 4}));
}

TEST(Schema, CopiesAreIndependent) {
    Schema original;
    for (int i = 0; i < 10; ++i) original.add_variable(named(numbered("v", i)));
    Schema copy = original;
    copy.rename_variable(0, "other");
    EXPECT_EQ(original.find_variable("other"), -1);
    EXPECT_EQ(copy.find_variable("other"), 0);
}

class AttributeListOf : public ::testing::TestWithParam<int> {};

TEST_P(AttributeListOf, FindsRenamesAndRemoves) {
    const int count = GetParam();
    AttributeList list;
    for (int i = 0; i < count; ++i) {
        EXPECT_EQ(list.find(numbered("a", i)), -1);
        EXPECT_EQ(list.add(attribute_of(External::int16, numbered("a", i), 1)), i);
    }
    list.rename(0, "first");
    EXPECT_EQ(list.find("a0"), -1);
    EXPECT_EQ(list.find("first"), 0);
    list.remove(count / 2);
    EXPECT_EQ(list.size(), count - 1);
    for (int i = 1; i < count; ++i) {
        const int expected = i < count / 2 ? i : i == count / 2 ? -1 : i - 1;
        EXPECT_EQ(list.find(numbered("a", i)), expected);
    }
    while (list.size() > 0) list.remove(0);
    EXPECT_EQ(list.find("first"), -1);
    EXPECT_EQ(list.add(attribute_of(External::int16, "again", 1)), 0);
    EXPECT_EQ(list.find("again"), 0);
}

INSTANTIATE_TEST_SUITE_P(ShortAndLong, AttributeListOf, ::testing::Values(2, 8, 9, 10, 100));

/// Defines, finds, renames and removes; returns the processor time in seconds, which does not
/// depend on the load of the machine.
double seconds_for(int variables) {
    const std::clock_t start = std::clock();
    Schema schema;
    for (int i = 0; i < variables; ++i) {
        Variable variable = named(numbered("a_rather_long_variable_name_", i));
        for (int j = 0; j < 3; ++j)
            variable.attributes.add(attribute_of(External::int16, numbered("att", j), 1));
        EXPECT_EQ(schema.find_variable(variable.name), -1);
        schema.add_variable(std::move(variable));
    }
    for (int i = 0; i < variables; ++i) {
        const int id = schema.find_variable(numbered("a_rather_long_variable_name_", i));
        EXPECT_EQ(id, i);
        schema.rename_variable(id, numbered("v", i));
        AttributeList& attributes = schema.variable(id).attributes;
        attributes.rename(attributes.find("att1"), "renamed");
        attributes.remove(attributes.find("att0"));
    }
    const std::clock_t end = std::clock();
    return static_cast<double>(end - start) / CLOCKS_PER_SEC;
}

TEST(Schema, HundredThousandVariablesTakeTimeInProportion) {
    const double one_tenth = seconds_for(10'000);
    const double all = seconds_for(100'000);
    // Quadratic time would be 100 times; 40 leaves room for caches.
    EXPECT_LT(all, 40 * one_tenth);
}

}  // namespace
}  // namespace weft::model
