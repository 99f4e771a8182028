// SPDX-License-Identifier: BSD-3-Clause
#include "format/placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using ::testing::HasSubstr;
using types::External;

constexpr std::int64_t header_end = 1000;

/// Dimensions t (record) and x of 10 values.
Header header_with(std::int64_t records) {
    Header header{.version = Version::cdf5, .schema = {}, .begins = {}};
    model::Schema& schema = header.schema;
    schema.record_count = records;
    schema.add_dimension(model::unlimited_dimension("t"));
    schema.add_dimension({"x", 10});
    return header;
}

void add(Header& header, const char* name, bool is_record, std::int64_t begin) {
    model::Variable variable;
    variable.name = name;
    variable.type = External::byte;
    variable.dimension_ids = is_record ? std::vector{0, 1} : std::vector{1};
    header.begins.push_back(begin);
    header.schema.add_variable(std::move(variable));
}
void add_fixed(Header& header, const char* name, std::int64_t begin) {
    add(header, name, false, begin);
}
void add_record(Header& header, const char* name, std::int64_t begin) {
    add(header, name, true, begin);
}

std::vector<Finding> findings_of(const Header& header, std::int64_t file_bytes = 1'000'000) {
    Findings findings(Findings::Keep::all);
    check_placement(header, {.header_end = header_end, .file_bytes = file_bytes}, findings);
    return std::move(findings).take();
}

void expect_one(const std::vector<Finding>& findings, Severity severity, const char* words,
                std::int64_t offset) {
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].severity, severity);
    EXPECT_THAT(findings[0].sentence, HasSubstr(words));
    EXPECT_EQ(findings[0].offset, offset);
}

TEST(Placement, TightAndAlignedLayoutsHaveNoFindings) {
    Header header = header_with(2);
    add_fixed(header, "a", 1024);
    add_record(header, "r", 2048);
    add_fixed(header, "b", 1036);
    add_record(header, "s", 2060);
    EXPECT_TRUE(findings_of(header).empty());
    EXPECT_TRUE(findings_of(header_with(0)).empty());
}

TEST(Placement, BeginInsideTheHeaderIsAnError) {
    Header header = header_with(0);
    add_fixed(header, "a", 996);
    expect_one(findings_of(header), Severity::error, "variable 0 'a': it begins inside", 996);
}

TEST(Placement, EndBeyondTheLargestOffsetIsAnError) {
    Header header = header_with(0);
    add_fixed(header, "a", INT64_MAX - 3);
    const auto findings = findings_of(header);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings.back().severity, Severity::error);
    EXPECT_THAT(findings.back().sentence, HasSubstr("beyond 2^63-1"));
}

TEST(Placement, OverlappingFixedVariablesAreErrors) {
    Header header = header_with(0);
    add_fixed(header, "a", 1000);
    add_fixed(header, "b", 1008);
    expect_one(findings_of(header), Severity::error, "'b': it overlaps variable 0 'a'", 1008);
}

TEST(Placement, OverlapWithADistantLargerVariableIsFound) {
    Header header = header_with(0);
    header.schema.add_dimension({"long", 1000});
    add_fixed(header, "big", 1000);
    header.schema.variable(0).dimension_ids = {2};
    add_fixed(header, "inside", 1100);
    add_fixed(header, "also", 1200);
    const auto findings = findings_of(header);
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_THAT(findings[1].sentence, HasSubstr("'also': it overlaps variable 0 'big'"));
}

TEST(Placement, FixedVariablesOfEqualBeginOverlap) {
    Header header = header_with(0);
    add_fixed(header, "a", 1000);
    add_fixed(header, "b", 1000);
    expect_one(findings_of(header), Severity::error, "overlaps", 1000);
}

TEST(Placement, FixedVariableInTheRecordSectionIsAnError) {
    Header header = header_with(0);
    add_record(header, "r", 1000);
    add_fixed(header, "behind", 5000);
    expect_one(findings_of(header), Severity::error, "'behind': it ends at 5010 and overlaps",
               5000);
}

TEST(Placement, OverlappingRecordSlabsAreErrors) {
    Header header = header_with(1);
    add_record(header, "r", 1000);
    add_record(header, "s", 1004);
    expect_one(findings_of(header), Severity::error, "'s': it overlaps variable 0 'r'", 1004);
}

TEST(Placement, SlabThatReachesIntoTheNextRecordIsAnError) {
    Header header = header_with(1);
    add_record(header, "r", 1000);
    add_record(header, "s", 1016);
    const auto findings = findings_of(header);
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].severity, Severity::warning);  // the gap
    EXPECT_EQ(findings[1].severity, Severity::error);
    EXPECT_THAT(findings[1].sentence, HasSubstr("into the next record"));
}

TEST(Placement, RecordsBeyondTheLargestOffsetAreAnError) {
    Header header = header_with(INT64_MAX / 10);
    add_record(header, "r", 1000);
    expect_one(findings_of(header), Severity::error, "records of 10 bytes end beyond", 4);
    EXPECT_EQ(findings_of(header)[0].code, Code::enotnc);
}

TEST(Placement, LargeVariableInTheMiddleIsAnError) {
    Header header = header_with(0);
    header.version = Version::cdf2;
    header.schema.add_dimension({"big", 0x7FFFFFFF});
    add_fixed(header, "large", 1000);
    header.schema.variable(0).dimension_ids = {1, 2};
    add_fixed(header, "after", std::int64_t{1} << 40);
    expect_one(findings_of(header), Severity::error, "'large'", header_end);
    EXPECT_EQ(findings_of(header)[0].code, Code::evarsize);
}

TEST(Placement, BeginsOutOfOrderAreAWarning) {
    Header header = header_with(0);
    add_fixed(header, "a", 1012);
    add_fixed(header, "b", 1000);
    expect_one(findings_of(header), Severity::warning, "'b': it begins before", 1000);
}

TEST(Placement, OddBeginIsAWarning) {
    Header header = header_with(0);
    add_fixed(header, "a", 1002);
    expect_one(findings_of(header), Severity::warning, "not a multiple of 4", 1002);
}

TEST(Placement, GapsBetweenVariablesAreWarnings) {
    Header header = header_with(0);
    add_fixed(header, "a", 1000);
    add_fixed(header, "b", 1512);
    expect_one(findings_of(header), Severity::warning, "'b': the 500 bytes before it", 1012);
}

TEST(Placement, ShortFilesAreWarnings) {
    Header header = header_with(3);
    add_fixed(header, "a", 1000);
    expect_one(findings_of(header, 1009), Severity::warning, "data end at 1010", 1009);
    EXPECT_TRUE(findings_of(header, 1010).empty());
    add_record(header, "r", 1012);
    expect_one(findings_of(header, 1041), Severity::warning, "3 records end at 1042", 1041);
    EXPECT_TRUE(findings_of(header, 1042).empty());
}

TEST(Placement, RecordsWithoutARecordDimensionAreAWarning) {
    Header header;
    header.schema.record_count = 5;
    expect_one(findings_of(header), Severity::warning, "no record dimension", 4);
}

TEST(Placement, HundredThousandReversedVariablesAreCheckedAtOnce) {
    constexpr int count = 100'000;
    Header header = header_with(0);
    for (int i = 0; i < count; ++i)
        add_fixed(header, fmt::format("v{}", i).c_str(), 1000 + 12LL * (count - 1 - i));
    Findings findings(Findings::Keep::errors);
    const std::clock_t start = std::clock();
    check_placement(header, {.header_end = header_end, .file_bytes = 1 << 30}, findings);
    EXPECT_LT(std::clock() - start, 5 * CLOCKS_PER_SEC);
    EXPECT_FALSE(findings.has_error());
}

}  // namespace
}  // namespace weft::format
