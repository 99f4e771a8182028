// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_writer.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using testing::HeaderText;
using types::External;

class HeaderWriterOf : public testing::VersionTest {};
INSTANTIATE_TEST_SUITE_P(EveryVersion, HeaderWriterOf, ::testing::ValuesIn(testing::every_version));

TEST_P(HeaderWriterOf, EmptyHeaderHasThreeAbsentLists) {
    const Header header{.version = GetParam(), .schema = {}, .begins = {}};
    HeaderText expected(GetParam());
    expected.count(0).absent().absent().absent();
    EXPECT_EQ(write_header(header), expected.bytes());
    EXPECT_EQ(header_bytes(header), expected.size());
}

TEST_P(HeaderWriterOf, SmallHeaderIsWhatTheGrammarSays) {
    Header header{.version = GetParam(), .schema = {}, .begins = {512}};
    model::Schema& schema = header.schema;
    schema.record_count = 3;
    schema.add_dimension(model::unlimited_dimension("time"));
    schema.add_dimension({"x", 3});
    schema.global_attributes.add(model::Attribute{.name = "title",
                                                  .type = External::character,
                                                  .count = 2,
                                                  .values = {std::byte{'h'}, std::byte{'i'}}});
    model::Variable variable;
    variable.name = "v";
    variable.type = External::int16;
    variable.dimension_ids = {0, 1};
    schema.add_variable(std::move(variable));

    HeaderText expected(GetParam());
    expected.count(3);
    expected.list(dimension_tag, 2).dimension("time", 0).dimension("x", 3);
    expected.list(attribute_tag, 1).name("title").word(2).count(2).raw({"hi\0\0", 4});
    expected.list(variable_tag, 1).name("v").shape({0, 1}, External::int16, 8, 512);
    EXPECT_EQ(write_header(header), expected.bytes());
    EXPECT_EQ(header_bytes(header), expected.size());
}

TEST_P(HeaderWriterOf, RoundTripKeepsEveryTypeAndAttribute) {
    const Header header = testing::example_header(GetParam());
    const PooledBytes bytes = write_header(header);
    ASSERT_EQ(std::ssize(bytes), header_bytes(header));
    const Result<Header> again = testing::read(bytes);
    ASSERT_TRUE(again.ok()) << again.status().context();
    EXPECT_TRUE(testing::same(header, again.value()));
    EXPECT_EQ(write_header(again.value()), bytes);
}

TEST_P(HeaderWriterOf, RecordCountIsTheFieldBehindTheMagic) {
    Header header = testing::example_header(GetParam());
    header.schema.record_count = 0x01020304;
    const PooledBytes bytes = write_header(header);
    const std::vector<std::byte> field = encode_record_count(GetParam(), 0x01020304);
    EXPECT_EQ(std::ssize(field), count_bytes(GetParam()));
    EXPECT_TRUE(std::equal(field.begin(), field.end(), bytes.begin() + record_count_offset));
    EXPECT_EQ(field.back(), std::byte{4});
}

TEST(HeaderWriter, LargeVariableHasTheSentinelSizeInCdf2Only) {
    for (const Version version : {Version::cdf2, Version::cdf5}) {
        Header header{.version = version, .schema = {}, .begins = {1024}};
        header.schema.add_dimension({"x", 0x7FFFFFFF});
        model::Variable variable;
        variable.name = "v";
        variable.type = External::float64;
        variable.dimension_ids = {0};
        header.schema.add_variable(std::move(variable));
        HeaderText expected(version);
        expected.count(0).list(dimension_tag, 1).dimension("x", 0x7FFFFFFF).absent();
        expected.list(variable_tag, 1)
            .name("v")
            .shape({0}, External::float64, version == Version::cdf2 ? 0xFFFFFFFF : 0x3FFFFFFF8,
                   1024);
        EXPECT_EQ(write_header(header), expected.bytes());
    }
}

}  // namespace
}  // namespace weft::format
