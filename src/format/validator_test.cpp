// SPDX-License-Identifier: BSD-3-Clause
#include "format/validator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using testing::findings_of;
using ::testing::HasSubstr;
using testing::HeaderText;
using types::External;

class ValidatorOf : public testing::VersionTest {};
INSTANTIATE_TEST_SUITE_P(EveryVersion, ValidatorOf, ::testing::ValuesIn(testing::every_version));

/// Expects a single warning, and that the file still opens.
void expect_warning(const HeaderText& text, std::int64_t file_bytes, Code code, const char* words,
                    std::int64_t offset) {
    const std::vector<Finding> findings = findings_of(text.bytes(), file_bytes);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].severity, Severity::warning);
    EXPECT_EQ(findings[0].code, code);
    EXPECT_THAT(findings[0].sentence, HasSubstr(words));
    EXPECT_EQ(findings[0].offset, offset);
    EXPECT_TRUE(testing::read(text.bytes(), file_bytes).ok());
}

TEST_P(ValidatorOf, SoundFileHasNoFindings) {
    const Header header = testing::example_header(GetParam());
    EXPECT_TRUE(findings_of(write_header(header), 1 << 20).empty());
}

TEST_P(ValidatorOf, NameThatIsNotNormalisedIsAWarning) {
    HeaderText text = start().list(dimension_tag, 1);
    const std::int64_t at = text.size() + count_bytes(GetParam());
    text.dimension("e\xCC\x81", 4).absent().absent();
    expect_warning(text, text.size(), Code::ebadname, "normalisation form", at);
}

TEST_P(ValidatorOf, NamePaddingIsAWarning) {
    HeaderText text = start().list(dimension_tag, 1);
    const std::int64_t at = text.size() + count_bytes(GetParam()) + 3;
    text.name("lat", 'x').count(4).absent().absent();
    expect_warning(text, text.size(), Code::enullpad, "dimension 0 'lat': padding", at);
}

TEST_P(ValidatorOf, ValuePaddingIsAWarning) {
    HeaderText text = start().absent().list(attribute_tag, 1).name("a").word(2).count(1);
    const std::int64_t at = text.size() + 1;
    text.raw({"y\0\0z", 4}).absent();
    expect_warning(text, text.size(), Code::enullpad, "global attribute 0 'a': padding", at);
}

TEST_P(ValidatorOf, FillValueOfAnotherTypeOrLengthIsAWarning) {
    for (const auto& [type, count] : {std::pair{5, 1}, std::pair{4, 2}, std::pair{4, 0}}) {
        HeaderText text = start().absent().absent().list(variable_tag, 1);
        const std::int64_t at = text.size();
        text.name("v").count(0).list(attribute_tag, 1).name("_FillValue");
        text.word(static_cast<std::uint64_t>(type)).count(static_cast<std::uint64_t>(count));
        text.zeros(static_cast<std::size_t>(4 * count)).word(4).count(4).begin(400);
        expect_warning(text, 404, Code::ebadtype, "variable 0 'v': _FillValue", at);
    }
}

TEST_P(ValidatorOf, GlobalFillValueIsNoFinding) {
    HeaderText text = start().absent().list(attribute_tag, 1).name("_FillValue");
    text.word(1).count(0).absent();
    EXPECT_TRUE(findings_of(text.bytes()).empty());
}

TEST_P(ValidatorOf, WrongVsizeIsAWarning) {
    HeaderText text = start().absent().absent().list(variable_tag, 1).name("v");
    const std::int64_t at = text.size() + count_bytes(GetParam()) + empty_list(GetParam()) + 4;
    text.shape({}, External::int16, 2, 400);
    expect_warning(text, 404, Code::evarsize, "vsize is 2 but should be 4", at);
}

TEST_P(ValidatorOf, RecordsWithoutARecordDimensionAreAWarning) {
    HeaderText text = start(3).absent().absent().absent();
    expect_warning(text, text.size(), Code::enorecvars, "3 records", record_count_offset);
}

TEST_P(ValidatorOf, DataShorterThanTheRecordCountSaysAreAWarning) {
    HeaderText text = start(3);
    text.list(dimension_tag, 1).dimension("t", 0).absent();
    text.list(variable_tag, 1).name("v").shape({0}, External::float64, 8, 400);
    expect_warning(text, 423, Code::etrunc, "3 records end at 424", 423);
    EXPECT_TRUE(findings_of(text.bytes(), 424).empty());
}

TEST_P(ValidatorOf, GoesOnAfterWarningsAndStopsAtAnErrorInTheText) {
    HeaderText text = start().list(dimension_tag, 2);
    text.name("a", 'x').count(1).name("b", 'y').count(1);
    text.list(attribute_tag, 1).name("c").word(99).count(0);
    text.list(variable_tag, 1).name("d", 'z').zeros(100);
    const std::vector<Finding> findings = findings_of(text.bytes());
    ASSERT_EQ(findings.size(), 3u);
    EXPECT_EQ(findings[1].severity, Severity::warning);
    EXPECT_EQ(findings[2].severity, Severity::error);
    EXPECT_EQ(findings[2].code, Code::ebadtype);
}

TEST_P(ValidatorOf, ReportsEveryErrorOfPlacement) {
    HeaderText text = start().absent().absent().list(variable_tag, 3);
    for (const char* name : {"a", "b", "c"}) text.name(name).shape({}, External::int32, 4, 20);
    const std::vector<Finding> findings = findings_of(text.bytes());
    EXPECT_EQ(findings.size(), 5u);  // three inside the header, two overlaps
    const Result<Header> opened = testing::read(text.bytes());
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.code(), findings.front().code);
    EXPECT_EQ(opened.status().context(), findings.front().sentence + " at byte 20");
}

TEST_P(ValidatorOf, KeepsABoundedNumberOfFindingsAndTheFirstError) {
    constexpr int dimensions = 5000;
    HeaderText text = start().list(dimension_tag, dimensions);
    for (int i = 0; i < dimensions; ++i) text.name(fmt::format("d{}", 10000 + i), 'x').count(1);
    text.absent().list(variable_tag, 1).name("v").shape({}, External::int32, 4, 20);
    const std::vector<Finding> findings = findings_of(text.bytes());
    ASSERT_EQ(findings.size(), Findings::most + 1);
    EXPECT_EQ(findings.back().severity, Severity::error);
}

}  // namespace
}  // namespace weft::format
