// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/description.hpp"

#include <gtest/gtest.h>

#include "hdf5/schema.hpp"

namespace weft::hdf5 {
namespace {

Description example() {
    Description its;
    its.is_classic_model = true;
    its.dimensions = {{"time", 3, true}, {"x", 4, false}, {"member", 2, true}};
    its.groups = {"a", "a/b"};
    its.attributes.push_back({.name = "a/title", .type = {.number = 2}, .count = 2});
    its.attributes.back().values = {std::byte{'h'}, std::byte{'i'}};
    its.attributes.back().is_string = true;
    its.types = {{.path = "a/pair",
                  .type = {.type_class = model::TypeClass::compound,
                           .name = "pair",
                           .bytes = 28,
                           .members = {{"one", 0, "int"}, {"two", 4, "float", {2, 3}}}}}};
    its.origin = {.properties = "version=2", .superblock_version = 2, .is_netcdf4 = true};
    DescribedVariable variable{.name = "a/t", .object = "a/_nc4_non_coord_t"};
    variable.type.number = 5;
    variable.type.is_little_endian = false;
    variable.dimensions = {0, 2, 1};
    variable.storage.form = {.layout = model::Storage::Layout::chunked,
                             .chunk = {1, 2, 4},
                             .filters = {{2, false, {4}}, {1, true, {5}}}};
    variable.storage.form.has_fill = true;
    variable.storage.fill = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    DescribedAttribute names{.name = "names", .count = 2, .strings = {"one", "two"}};
    names.type.foreign = {.type_class = model::TypeClass::string, .name = "string", .bytes = 8};
    variable.attributes.push_back(names);
    DescribedVariable kind{.name = "kind", .object = "kind"};
    kind.type.foreign = {.type_class = model::TypeClass::enumeration,
                         .name = "kind_t",
                         .bytes = 1,
                         .base = types::External::byte,
                         .members = {{"no", 0}, {"yes", -1}}};
    its.variables = {variable, kind};
    return its;
}

TEST(Description, ComesBackFromItsBytes) {
    Description its = example();
    const std::vector<std::byte> bytes = encode(its);
    Result<Description> again = decode(bytes);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(encode(again.value()), bytes);
    EXPECT_EQ(again.value().variables[0].storage.form.filters,
              its.variables[0].storage.form.filters);
    EXPECT_EQ(again.value().variables[1].type.foreign, its.variables[1].type.foreign);
    EXPECT_EQ(again.value().variables[0].attributes[0].strings[1], "two");
    EXPECT_EQ(again.value().types[0].path, "a/pair");
    EXPECT_EQ(again.value().types[0].type, its.types[0].type);
    EXPECT_EQ(again.value().origin.properties, "version=2");
    EXPECT_TRUE(again.value().variables[0].storage.form.has_fill);
    EXPECT_TRUE(schema_of(again.value()).value().global_attributes.at(0).is_string);
}

TEST(Description, BytesThatWereCutAnywhereAreNone) {
    Description its = example();
    const std::vector<std::byte> bytes = encode(its);
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(decode(std::span(bytes).first(length)).ok()) << length;
}

TEST(Description, TheModelHasSeveralUnlimitedDimensionsAndNoRecords) {
    const Description its = example();
    const Result<model::Schema> schema = schema_of(its);
    ASSERT_TRUE(schema.ok());
    EXPECT_EQ(schema.value().record_dimension(), -1);
    EXPECT_EQ(schema.value().unlimited_dimension(), 0);
    EXPECT_TRUE(schema.value().dimension(2).is_unlimited);
    EXPECT_EQ(schema.value().shape_of(schema.value().variable(0)),
              (std::vector<std::int64_t>{3, 2, 4}));
    EXPECT_EQ(schema.value().variable(0).byte_order, std::endian::big);
    EXPECT_EQ(schema.value().variable(1).type_number(), 15);
    EXPECT_TRUE(schema.value().variable(1).has_values());
    EXPECT_FALSE(schema.value().variable(0).attributes.at(0).has_values());
}

TEST(Description, VariablesOfUnknownDimensionsAreRefusedByName) {
    Description its = example();
    its.variables[0].dimensions[1] = 3;
    const Status refused = schema_of(its).status();
    EXPECT_EQ(refused.code(), Code::ehdferr);
    EXPECT_NE(refused.context().find("'a/t'"), std::string::npos);
}

TEST(Description, VariablesOfMoreThan63BitsAreRefusedByName) {
    Description its = example();
    for (DescribedDimension& dimension : its.dimensions) dimension.length = std::int64_t{1} << 31;
    const Status refused = schema_of(its).status();
    EXPECT_EQ(refused.code(), Code::evarsize);
    EXPECT_NE(refused.context().find("'a/t'"), std::string::npos);
}

TEST(Description, OnlyTheLengthIsToldOfAttributesWithoutValues) {
    const Result<model::Schema> schema = schema_of(example());
    const model::Attribute& names = schema.value().variable(0).attributes.at(0);
    EXPECT_EQ(names.count, 0);
    EXPECT_EQ(names.length(), 2);
    EXPECT_EQ(names.type_name(), "string");
}

}  // namespace
}  // namespace weft::hdf5
