// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "cdl/test_text.hpp"

namespace weft::cdl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using types::External;

Header header_of(const std::string& text) {
    SlowSource source(text, 7);
    Result<Header> header = read_header(source);
    EXPECT_TRUE(header.ok()) << header.status().context();
    return header.ok() ? std::move(header).value() : Header();
}

TEST(Reader, TakesDefinitionsInTheirOrder) {
    const Header header = header_of(
        "netcdf the\\ name { dimensions: x = 3, t = UNLIMITED; y = 2 ; variables: int a, b(x) ; "
        "char c(t, y); b:units = \"m\" ; short b:range = 1, 2 ; :title = 'x' ; }");
    EXPECT_EQ(header.name, "the name");
    const model::Schema& schema = header.schema;
    EXPECT_EQ(schema.record_dimension(), 1);
    EXPECT_EQ(schema.dimension(2).length, 2);
    ASSERT_EQ(schema.variable_count(), 3);
    EXPECT_THAT(schema.variable(2).dimension_ids, ElementsAre(1, 2));
    ASSERT_EQ(schema.variable(1).attributes.size(), 2);
    EXPECT_EQ(schema.variable(1).attributes.at(1).type, External::int16);
    EXPECT_EQ(schema.global_attributes.at(0).count, 1);
    EXPECT_EQ(header.version, format::Version::cdf1);
}

TEST(Reader, LeavesTheDataOfAHeaderAlone) {
    EXPECT_EQ(header_of("netcdf a { variables: int v; data: v = nonsense").schema.variable_count(),
              1);
}

TEST(Reader, KnowsKeywordsOnlyWhereTheyBelong) {
    const Header header = header_of(
        "netcdf a { dimensions: data = 1; variables = 2; unlimited = 3; variables: int data(data); "
        "data :a = 1; data:b = 2; float float; float:c = 3; float :d = 4; }");
    EXPECT_EQ(header.schema.dimension_count(), 3);
    EXPECT_EQ(header.schema.variable(0).attributes.size(), 2);
    EXPECT_EQ(header.schema.variable(1).attributes.size(), 1);
    ASSERT_EQ(header.schema.global_attributes.size(), 1);
    EXPECT_EQ(header.schema.global_attributes.at(0).type, External::float32);
}

TEST(Reader, TellsWhichFormatWasAskedFor) {
    using format::Version;
    EXPECT_EQ(header_of("netcdf a { :_Format = 2; }").asked_version, Version::cdf2);
    EXPECT_EQ(header_of("netcdf a {// file format: CDF-5 (big)\n}").asked_version, Version::cdf5);
    EXPECT_EQ(header_of("netcdf a {// file format: CDF-5\n:_Format=\"classic\";}").asked_version,
              Version::cdf1);
    EXPECT_EQ(header_of("netcdf a { }").asked_version, std::nullopt);
    EXPECT_EQ(header_of("netcdf a { variables: ubyte v; }").version, Version::cdf5);
    EXPECT_EQ(header_of("netcdf a { dimensions: x = 2147483648; }").version, Version::cdf5);
    EXPECT_EQ(
        header_of("netcdf a { dimensions: x = 1073741824; variables: short a(x), b(x); }").version,
        Version::cdf2);
}

TEST(Reader, CountsRecordsOfACommentOnlyWithoutRecordVariables) {
    EXPECT_EQ(
        header_of("netcdf a {dimensions: t = UNLIMITED ; // (5 currently)\n}").schema.record_count,
        5);
    EXPECT_EQ(
        header_of("netcdf a {dimensions: t = UNLIMITED ; // (5 currently)\n variables: int v(t);}")
            .schema.record_count,
        0);
}

TEST(Reader, PassesValuesOnInTheOrderOfTheText) {
    KeepingSink sink;
    const Status status = read_text(
        "netcdf a { dimensions: x = 3; variables: short a(x); char c(x); byte b; "
        "c:_FillValue=\"-\";"
        "data: c = \"q\" ; a = 1, _, 0x102 ; b = 'z' ; }",
        sink);
    ASSERT_TRUE(status.ok()) << status.context();
    EXPECT_THAT(sink.order, ElementsAre(1, 0, 2));
    EXPECT_THAT(sink.values[0], ElementsAre(0, 1, 0x80, 1, 1, 2));
    EXPECT_THAT(sink.values[1], ElementsAre('q'));
    EXPECT_THAT(sink.values[2], ElementsAre('z'));
}

TEST(Reader, FillsRowsOfText) {
    KeepingSink sink;
    ASSERT_TRUE(read_text("netcdf a { dimensions: t = UNLIMITED; x = 2; variables: char c(t, x);"
                          "data: c = \"a\", \"\", 'b', 'c', 'd', \"efg\" ; }",
                          sink)
                    .ok());
    EXPECT_THAT(sink.values[0], ElementsAre('a', 0, 0, 0, 'b', 'c', 'd', 0, 'e', 'f', 'g', 0));
}

TEST(Reader, SeveralDimensionsOfNetCDF4Grow) {
    const std::string definitions =
        "netcdf a { dimensions: t = UNLIMITED; // (2 currently)\n u = UNLIMITED; // (3 currently)\n"
        " x = 2; variables: byte v(t, u), w(x, t); char c(x, u);";
    const std::string data =
        "data: v = {1, 2}, {3, 4, 5}, {}; w = {1}, {2, 3}; c = {\"ab\"}, {'d'}; }";
    KeepingSink sink;
    const Status refused = read_text(definitions + data, sink);
    EXPECT_EQ(refused.code(), Code::eunlimit);
    EXPECT_THAT(refused.context(), HasSubstr("line 2, column 6: an unlimited dimension"));
    ASSERT_TRUE(read_text(definitions + ":_Format = \"netCDF-4\"; " + data, sink).ok());
    EXPECT_EQ(sink.header.schema.lengths(), (std::vector<std::int64_t>{2, 3, 2}));
    constexpr int fill = 0x81;
    EXPECT_THAT(sink.values[0], ElementsAre(1, 2, fill, 3, 4, 5, fill, fill, fill));
    EXPECT_THAT(sink.values[1], ElementsAre(1, fill, 2, 3));
    EXPECT_THAT(sink.values[2], ElementsAre('a', 'b', 0, 'd', 0, 0));
    const Status behind =
        read_text("netcdf a { dimensions: t = UNLIMITED; x = 2; variables: byte w(x, t); }", sink);
    EXPECT_EQ(behind.code(), Code::eunlimpos);
    KeepingSink other;
    const Status many =
        read_text(definitions + ":_Format = \"netCDF-4\"; data: v = {1, 2, 3, 4}; }", other);
    EXPECT_EQ(many.code(), Code::eedge);
}

TEST(Reader, KeepsTheMemoryOfValuesBounded) {
    std::string text = "netcdf a { dimensions: t = UNLIMITED; variables: double d(t); data: d = 0";
    for (int i = 0; i < 100000; ++i) text += ",1";
    KeepingSink sink;
    ASSERT_TRUE(read_text(text + "; }", sink).ok());
    EXPECT_EQ(sink.values[0].size(), 100001 * sizeof(double));
    EXPECT_LE(sink.largest_piece, std::size_t{128} << 10);
}

TEST(Reader, PassesFailuresOfTheSinkOn) {
    KeepingSink sink;
    sink.fails_in_put = true;
    EXPECT_EQ(read_text("netcdf a { variables: int v; data: v = 1; }", sink).code(),
              Code::eno_space);
}

TEST(Reader, NamesThePlaceAndWhatWasExpected) {
    KeepingSink sink;
    const Status status = read_text("netcdf a {\n dimensions:\n  x 3 ;\n}", sink);
    EXPECT_EQ(status.code(), Code::enotnc);
    EXPECT_EQ(status.context(),
              "line 3, column 5: expected '=' after the name of a dimension, found '3'");
}

TEST(Reader, RefusesATextThatEndsAnywhere) {
    const std::string text =
        "netcdf a { dimensions: x = 3; t = UNLIMITED; variables: int v(t, x) ; v:a = 1., NaN(0x7) "
        "; "
        ":b = \"c\\n\", \"d\" ; data: v = 1, _, 0x1 ; }";
    KeepingSink whole;
    ASSERT_TRUE(read_text(text, whole).ok());
    for (std::size_t length = 0; length < text.size(); ++length) {
        KeepingSink sink;
        const Status status = read_text(text.substr(0, length), sink);
        EXPECT_FALSE(status.ok()) << length;
        EXPECT_THAT(status.context(), HasSubstr("line 1, column ")) << length;
    }
}

}  // namespace
}  // namespace weft::cdl
