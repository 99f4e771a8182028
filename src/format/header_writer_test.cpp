// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_writer.hpp"

#include "format/test_header.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace weft::format {
namespace {

using testing::HeaderText;
using types::External;

class HeaderWriterOf : public testing::VersionTest {};
INSTANTIATE_TEST_SUITE_P(EveryVersion, HeaderWriterOf, ::testing::ValuesIn(testing::every_version));

TEST_P(HeaderWriterOf, EmptyHeaderHasThreeAbsentLists) {
    Schema schema;
    schema.version = GetParam();
    HeaderText expected(GetParam());
    expected.count(0).absent().absent().absent();
    EXPECT_EQ(write_header(schema), expected.bytes());
    EXPECT_EQ(header_bytes(schema), expected.size());
}

TEST_P(HeaderWriterOf, SmallHeaderIsWhatTheGrammarSays) {
    Schema schema;
    schema.version = GetParam();
    schema.record_count = 3;
    schema.add_dimension({"time", 0});
    schema.add_dimension({"x", 3});
    schema.global_attributes.add(Attribute{.name = "title",
                                           .type = External::character,
                                           .count = 2,
                                           .values = {std::byte{'h'}, std::byte{'i'}}});
    Variable variable;
    variable.name = "v";
    variable.type = External::int16;
    variable.dimension_ids = {0, 1};
    variable.begin = 512;
    schema.add_variable(std::move(variable));

    HeaderText expected(GetParam());
    expected.count(3);
    expected.list(dimension_tag, 2).dimension("time", 0).dimension("x", 3);
    expected.list(attribute_tag, 1).name("title").word(2).count(2).raw({"hi\0\0", 4});
    expected.list(variable_tag, 1).name("v").shape({0, 1}, External::int16, 8, 512);
    EXPECT_EQ(write_header(schema), expected.bytes());
    EXPECT_EQ(header_bytes(schema), expected.size());
}

TEST_P(HeaderWriterOf, RoundTripKeepsEveryTypeAndAttribute) {
    const Schema schema = testing::example_schema(GetParam());
    const PooledBytes bytes = write_header(schema);
    ASSERT_EQ(std::ssize(bytes), header_bytes(schema));
    const Result<Schema> again = testing::read(bytes);
    ASSERT_TRUE(again.ok()) << again.status().context();
    EXPECT_TRUE(testing::same(schema, again.value()));
    EXPECT_EQ(write_header(again.value()), bytes);
}

TEST_P(HeaderWriterOf, RecordCountIsTheFieldBehindTheMagic) {
    Schema schema = testing::example_schema(GetParam());
    schema.record_count = 0x01020304;
    const PooledBytes bytes = write_header(schema);
    const std::vector<std::byte> field = encode_record_count(GetParam(), 0x01020304);
    EXPECT_EQ(std::ssize(field), count_bytes(GetParam()));
    EXPECT_TRUE(std::equal(field.begin(), field.end(), bytes.begin() + record_count_offset));
    EXPECT_EQ(field.back(), std::byte{4});
}

TEST(HeaderWriter, LargeVariableHasTheSentinelSizeInCdf2Only) {
    for (const Version version : {Version::cdf2, Version::cdf5}) {
        Schema schema;
        schema.version = version;
        schema.add_dimension({"x", 0x7FFFFFFF});
        Variable variable;
        variable.name = "v";
        variable.type = External::float64;
        variable.dimension_ids = {0};
        variable.begin = 1024;
        schema.add_variable(std::move(variable));
        const Result<Schema> again = testing::read(write_header(schema), 1024);
        ASSERT_TRUE(again.ok()) << again.status().context();
        EXPECT_EQ(again.value().variable(0).vsize,
                  version == Version::cdf2 ? 0xFFFFFFFF : 0x3FFFFFFF8);
    }
}

}  // namespace
}  // namespace weft::format
