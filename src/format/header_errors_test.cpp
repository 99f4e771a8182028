// SPDX-License-Identifier: BSD-3-Clause
// For everything that the format forbids: an error with its code, the item and the byte offset.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using testing::Bytes;
using ::testing::HasSubstr;
using testing::HeaderText;
using types::External;

constexpr std::uint64_t ones = ~std::uint64_t{0};

class HeaderErrorsOf : public testing::VersionTest {};
INSTANTIATE_TEST_SUITE_P(EveryVersion, HeaderErrorsOf, ::testing::ValuesIn(testing::every_version));

void expect_error(const HeaderText& text, Code code, const std::string& words,
                  std::int64_t offset) {
    HeaderText longer = text;
    const Bytes bytes = longer.zeros(200).bytes();  // so that the end of the file is not the reason
    const Result<Header> result = testing::read(bytes);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.code(), code) << result.status().context();
    EXPECT_THAT(result.status().context(), HasSubstr(words));
    EXPECT_THAT(result.status().context(), HasSubstr(fmt::format("at byte {}", offset)));
}

TEST(HeaderErrors, UnknownMagicIsNotNetcdf) {
    for (const int version : {0, 3, 4, 6, 255})
        expect_error(HeaderText(static_cast<Version>(version)), Code::enotnc, "CDF", 0);
    HeaderText lower(Version::cdf1);
    Bytes bytes = lower.zeros(28).bytes();
    bytes[0] = std::byte{'c'};
    EXPECT_EQ(testing::read(bytes).code(), Code::enotnc);
}

TEST_P(HeaderErrorsOf, RecordCountOutOfRangeIsAnError) {
    HeaderText text = start(is_wide() ? std::uint64_t{1} << 63 : 0x80000000);
    expect_error(text, Code::enotnc, "record count", 4);
}

TEST_P(HeaderErrorsOf, WrongListTagsAreErrors) {
    const std::int64_t lists = 4 + count_bytes(GetParam());
    const std::int64_t list = empty_list(GetParam());
    for (const std::uint32_t tag : {attribute_tag, variable_tag, 1u, 0xFFFFFFFFu})
        expect_error(start().list(tag, 0), Code::enotnc, "list of dimensions", lists);
    expect_error(start().list(absent_tag, 1), Code::enotnc, "list of dimensions", lists);
    expect_error(start().absent().list(dimension_tag, 0), Code::enotnc, "list of attributes",
                 lists + list);
    expect_error(start().absent().absent().list(attribute_tag, 0), Code::enotnc,
                 "list of variables", lists + 2 * list);
}

TEST_P(HeaderErrorsOf, CountsThatTheBytesLeftCannotHoldAreErrors) {
    const std::int64_t lists = 4 + count_bytes(GetParam());
    for (const std::uint64_t count : {std::uint64_t{100}, std::uint64_t{0x7FFFFFFF}})
        expect_error(start().list(dimension_tag, count), Code::enotnc, "list claims", lists);
    expect_error(start().absent().list(attribute_tag, 0x7FFFFFFF), Code::enotnc, "list claims",
                 lists + empty_list(GetParam()));
    expect_error(start().absent().absent().list(variable_tag, 50), Code::enotnc, "list claims",
                 lists + 2 * empty_list(GetParam()));
}

TEST_P(HeaderErrorsOf, CountsOverTheLimitsAreErrorsWithTheirOwnCodes) {
    const std::int64_t lists = 4 + count_bytes(GetParam());
    const std::int64_t list = empty_list(GetParam());
    for (const std::uint64_t count : {std::uint64_t{0x80000000}, std::uint64_t{0xFFFFFFFF}, ones,
                                      std::uint64_t{1} << 32, std::uint64_t{1} << 63}) {
        if (!is_wide() && count > 0xFFFFFFFF) continue;
        const std::string words = fmt::format("the list claims {} ", count);
        expect_error(start().list(dimension_tag, count), Code::emaxdims, words, lists);
        expect_error(start().absent().list(attribute_tag, count), Code::emaxatts, words,
                     lists + list);
        expect_error(start().absent().absent().list(variable_tag, count), Code::emaxvars, words,
                     lists + 2 * list);
        HeaderText variable = with_dimensions().list(variable_tag, 1).name("v");
        const std::int64_t ids_at = variable.size();
        expect_error(variable.count(count), Code::emaxdims, fmt::format("{} dimensions", count),
                     ids_at);
        HeaderText owned = with_dimensions().list(variable_tag, 1).name("v").count(0);
        const std::int64_t owned_at = owned.size();
        expect_error(owned.list(attribute_tag, count), Code::emaxatts, words, owned_at);
    }
}

TEST_P(HeaderErrorsOf, BadNamesAreErrorsWithTheirOwnCodes) {
    const std::int64_t at = 4 + count_bytes(GetParam()) + empty_list(GetParam());
    const std::int64_t text_at = at + count_bytes(GetParam());
    const auto dimension = [&] { return start().list(dimension_tag, 1); };
    expect_error(dimension().count(0), Code::ebadname, "dimension 0: the name is empty", text_at);
    expect_error(dimension().name(std::string(257, 'x')), Code::emaxname, "257 bytes", at);
    expect_error(dimension().count(ones), Code::emaxname, "the 256 allowed", at);
    for (const char* name : {"a/b", " a", "a ", "-", "\x7F", "a\nb", "\xC3(", "\xFF"})
        expect_error(dimension().name(name), Code::ebadname, "dimension 0", text_at);
    expect_error(dimension().name({"a\0b", 3}), Code::ebadname, "dimension 0", text_at);
}

TEST_P(HeaderErrorsOf, NamesInUseAreErrorsAlsoInAnotherNormalForm) {
    const char* const composed = "\xC3\xA9";
    const char* const decomposed = "e\xCC\x81";
    HeaderText dimensions = start();
    dimensions.list(dimension_tag, 2).dimension(composed, 1);
    const std::int64_t second_dimension = dimensions.size();
    expect_error(dimensions.dimension(decomposed, 2), Code::enameinuse, "dimension 1",
                 second_dimension);
    HeaderText attributes = start().absent();
    attributes.list(attribute_tag, 2).name("a").word(1).count(0);
    const std::int64_t second_attribute = attributes.size();
    expect_error(attributes.name("a").word(1).count(0), Code::enameinuse,
                 "global attribute 1 'a': an earlier attribute", second_attribute);
    HeaderText variables = start().absent().absent();
    variables.list(variable_tag, 2).name(decomposed).shape({}, External::byte, 4, 400);
    const std::int64_t second_variable = variables.size();
    expect_error(variables.name(composed), Code::enameinuse, "variable 1", second_variable);
}

TEST_P(HeaderErrorsOf, SecondUnlimitedDimensionIsAnError) {
    HeaderText text = start();
    text.list(dimension_tag, 2).dimension("a", 0).name("b");
    const std::int64_t at = text.size();
    expect_error(text.count(0), Code::eunlimit, "dimension 1 'b'", at);
}

TEST_P(HeaderErrorsOf, DimensionOverTheLimitIsAnError) {
    HeaderText text = start();
    text.list(dimension_tag, 1).name("a");
    const std::int64_t at = text.size();
    expect_error(text.count(is_wide() ? std::uint64_t{1} << 63 : 0x80000000), Code::edimsize,
                 "dimension 0 'a'", at);
}

TEST_P(HeaderErrorsOf, TypesOfOtherVersionsAreErrors) {
    const auto last = static_cast<std::uint64_t>(limits_of(GetParam()).last_type);
    for (const std::uint64_t type : {std::uint64_t{0}, last + 1, std::uint64_t{12}, ones}) {
        HeaderText attribute = start().absent().list(attribute_tag, 1).name("a");
        const std::int64_t attribute_at = attribute.size();
        expect_error(attribute.word(type).count(0), Code::ebadtype, "global attribute 0 'a'",
                     attribute_at);
        HeaderText variable = start().absent().absent().list(variable_tag, 1).name("v");
        variable.count(0).absent();
        const std::int64_t variable_at = variable.size();
        expect_error(variable.word(type).count(4), Code::ebadtype, "variable 0 'v'", variable_at);
    }
}

TEST_P(HeaderErrorsOf, AttributeValuesBeyondTheFileAreErrors) {
    for (const std::uint64_t count : {std::uint64_t{1000}, std::uint64_t{0x7FFFFFFF}, ones,
                                      std::uint64_t{1} << 62, std::uint64_t{1} << 61}) {
        if (!is_wide() && count > 0xFFFFFFFF && count != ones) continue;
        HeaderText text = start().absent().list(attribute_tag, 1).name("a").word(6);
        const std::int64_t at = text.size();
        expect_error(text.count(count), Code::enotnc, "values of type double", at);
    }
}

TEST_P(HeaderErrorsOf, AttributesOfVariablesAreNamedWithTheirOwner) {
    HeaderText text = with_dimensions();
    text.list(variable_tag, 1).name("temp").count(0).list(attribute_tag, 1).name("units");
    const std::int64_t at = text.size();
    expect_error(
        text.word(99), Code::ebadtype,
        "attribute 0 'units' of variable 0 'temp': this version of the format has no type 99", at);
}

TEST_P(HeaderErrorsOf, MoreDimensionsThanBytesAreAnError) {
    for (const std::uint64_t ids : {std::uint64_t{1000}, std::uint64_t{0x7FFFFFFF}}) {
        HeaderText text = with_dimensions();
        text.list(variable_tag, 1).name("v");
        const std::int64_t at = text.size();
        expect_error(text.count(ids), Code::enotnc, "variable 0 'v'", at);
    }
}

TEST_P(HeaderErrorsOf, DimensionIdsOutOfRangeAreErrors) {
    for (const std::uint64_t id : {std::uint64_t{2}, ones}) {
        HeaderText text = with_dimensions();
        text.list(variable_tag, 1).name("temp").count(2).count(0);
        const std::int64_t at = text.size();
        expect_error(text.count(id), Code::ebaddim, "variable 0 'temp': there is no dimension", at);
    }
}

TEST_P(HeaderErrorsOf, RecordDimensionBehindAnotherIsAnError) {
    HeaderText text = with_dimensions();
    text.list(variable_tag, 1).name("v").count(2).count(1);
    const std::int64_t at = text.size();
    expect_error(text.count(0), Code::eunlimpos, "variable 0 'v'", at);
    HeaderText twice = with_dimensions();
    twice.list(variable_tag, 1).name("v").count(2).count(0);
    const std::int64_t twice_at = twice.size();
    expect_error(twice.count(0), Code::eunlimpos, "variable 0 'v'", twice_at);
}

TEST_P(HeaderErrorsOf, SizeOverflowIsAnError) {
    HeaderText text = start();
    text.list(dimension_tag, 1).dimension("x", 0x7FFFFFFF).absent();
    text.list(variable_tag, 1).name("v").count(3).count(0).count(0).count(0).absent().word(1);
    const std::int64_t at = text.size();
    expect_error(text.count(4).begin(400), Code::evarsize, "variable 0 'v'", at);
}

TEST_P(HeaderErrorsOf, BeginOutOfRangeIsAnError) {
    HeaderText text = with_dimensions();
    text.list(variable_tag, 1).name("v").count(0).absent().word(1).count(4);
    const std::int64_t at = text.size();
    const std::uint64_t begin = GetParam() == Version::cdf1 ? 0x80000000 : std::uint64_t{1} << 63;
    expect_error(text.begin(begin), Code::enotnc, "variable 0 'v': begin", at);
}

}  // namespace
}  // namespace weft::format
