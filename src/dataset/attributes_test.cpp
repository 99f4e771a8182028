// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/attributes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dataset/constants.hpp"
#include "dataset/test_definition.hpp"

namespace weft::dataset {
namespace {

using types::External;
using types::Memory;

constexpr int whole = global_attributes_id;

class AttributesTest : public testing::Test {
protected:
    AttributesTest() : definition_(small_definition()) {
        model::Variable variable;
        variable.name = "v";
        variable.type = External::int32;
        definition_.schema.add_variable(std::move(variable));
        definition_.no_fill = {true};
    }

    [[nodiscard]] Attributes attributes(const ChangeRules& rules = {}) {
        return {definition_, rules, rank_, [](int, std::string_view name) {
                    return name == "taken" ? Status(Code::einval, "taken") : Status();
                }};
    }
    Code put(int owner, const char* name, int type, const std::vector<int>& values,
             const ChangeRules& rules = {}) {
        const AttributeValues given{
            .address = values.data(), .type = Memory::int_, .count = std::ssize(values)};
        return attributes(rules).put(owner, name, type, given).code();
    }
    [[nodiscard]] std::vector<int> values_of(int owner, const char* name, int count) const {
        std::vector<int> values(static_cast<std::size_t>(count));
        EXPECT_TRUE(get_attribute(definition_, owner, name, values.data(), Memory::int_).ok());
        return values;
    }

    Definition definition_;
    OneRank rank_;
};

TEST_F(AttributesTest, ValuesComeBack) {
    EXPECT_EQ(put(0, "a", int_type, {1, -2, 3}), Code::noerr);
    EXPECT_EQ(values_of(0, "a", 3), (std::vector<int>{1, -2, 3}));
    EXPECT_EQ(get_attribute(definition_, 0, "b", nullptr, {}).code(), Code::enotatt);
    EXPECT_EQ(get_attribute(definition_, 1, "a", nullptr, {}).code(), Code::enotvar);
    char letters[3];
    EXPECT_EQ(get_attribute(definition_, 0, "a", letters, Memory::text).code(), Code::echar);
}

TEST_F(AttributesTest, AValueOutOfRangeIsAWarning) {
    EXPECT_EQ(put(whole, "a", byte_type, {5, 1000}), Code::erange);
    EXPECT_EQ(values_of(whole, "a", 2)[0], 5);
}

TEST_F(AttributesTest, AttributesThatAreNotLegal) {
    EXPECT_EQ(put(1, "a", int_type, {1}), Code::enotvar);
    EXPECT_EQ(put(0, "", int_type, {1}), Code::ebadname);
    EXPECT_EQ(put(0, "taken", int_type, {1}), Code::einval);
    EXPECT_EQ(put(0, "a", 0, {1}), Code::ebadtype);
    EXPECT_EQ(put(0, "a", longlong_type, {1}), Code::estrictcdf2);
    EXPECT_EQ(put(0, "a", text_type, {1}), Code::echar);
    const AttributeValues nowhere{.type = Memory::int_, .count = 1};
    EXPECT_EQ(attributes().put(0, "a", int_type, nowhere).code(), Code::einval);
    EXPECT_EQ(definition_.variable(0).attributes.size(), 0);
}

TEST_F(AttributesTest, TheFillValueIsOneValueOfTheVariablesType) {
    EXPECT_EQ(put(0, "_FillValue", byte_type, {1}), Code::ebadtype);
    EXPECT_EQ(put(0, "_FillValue", int_type, {1, 2}), Code::einval);
    EXPECT_EQ(put(0, "_FillValue", int_type, {7}), Code::noerr);
    EXPECT_EQ(put(whole, "_FillValue", byte_type, {1, 2}), Code::noerr)
        << "the file's means nothing";
    definition_.before = definition_.schema;
    EXPECT_EQ(put(0, "_FillValue", int_type, {8}), Code::elatefill);
}

TEST_F(AttributesTest, TheHeaderGrowsInDefineModeOnly) {
    const ChangeRules data_mode{.may_grow = false};
    EXPECT_EQ(put(0, "a", int_type, {1, 2}), Code::noerr);
    EXPECT_EQ(put(0, "b", int_type, {1}, data_mode), Code::enotindefine);
    EXPECT_EQ(put(0, "a", int_type, {1, 2, 3}, data_mode), Code::enotindefine);
    EXPECT_EQ(put(0, "a", byte_type, {5, 6, 7, 8}, data_mode), Code::noerr);
    EXPECT_EQ(values_of(0, "a", 4), (std::vector<int>{5, 6, 7, 8}));
    EXPECT_EQ(attributes(data_mode).rename(0, "a", "longer").code(), Code::enotindefine);
}

TEST_F(AttributesTest, RenamedAndRemoved) {
    EXPECT_EQ(put(0, "a", int_type, {1}), Code::noerr);
    EXPECT_EQ(put(0, "b", int_type, {2}), Code::noerr);
    EXPECT_EQ(attributes().rename(0, "a", "b").code(), Code::enameinuse);
    EXPECT_EQ(attributes().rename(0, "a", "taken").code(), Code::einval);
    EXPECT_EQ(attributes().rename(0, "c", "d").code(), Code::enotatt);
    EXPECT_EQ(attributes().rename(0, "a", "c").code(), Code::noerr);
    EXPECT_EQ(attributes().remove(0, "a").code(), Code::enotatt);
    EXPECT_EQ(attributes().remove(0, "c").code(), Code::noerr);
    EXPECT_EQ(definition_.find_attribute(0, "b").value(), 0);
}

TEST_F(AttributesTest, CopiedWithinADefinitionAndToAnother) {
    EXPECT_EQ(put(0, "a", int_type, {1}), Code::noerr);
    EXPECT_EQ(attributes().copy(definition_, 0, "a", 0).code(), Code::noerr) << "onto itself";
    EXPECT_EQ(attributes().copy(definition_, 0, "a", whole).code(), Code::noerr);
    EXPECT_EQ(values_of(whole, "a", 1), (std::vector<int>{1}));
    EXPECT_EQ(attributes().copy(definition_, 0, "b", whole).code(), Code::enotatt);
    EXPECT_EQ(attributes().copy(definition_, 0, "a", 5).code(), Code::enotvar);
    Definition source = small_definition();
    source.limits.last_type = longlong_type;
    const std::int64_t large = 1;
    Attributes other(source, {}, rank_, [](int, std::string_view) { return Status(); });
    const AttributeValues one{.address = &large, .type = Memory::longlong, .count = 1};
    ASSERT_TRUE(other.put(whole, "l", longlong_type, one).ok());
    EXPECT_EQ(attributes().copy(source, whole, "l", whole).code(), Code::estrictcdf2);
}

TEST_F(AttributesTest, SafeModeComparesValuesAsInTheFile) {
    const int values[] = {1};
    const AttributeValues one{.address = values, .type = Memory::int_, .count = 1};
    ASSERT_TRUE(attributes({.compares_arguments = true}).put(0, "a", byte_type, one).ok());
    ASSERT_EQ(rank_.compared.size(), 5U);
    EXPECT_EQ(rank_.compared[4].value, std::string("\1"));
}

}  // namespace
}  // namespace weft::dataset
