// SPDX-License-Identifier: BSD-3-Clause
// Every truncation and every change of one byte: the reader ends with an error or a sound schema.
#include <gtest/gtest.h>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using testing::Bytes;
using testing::findings_of;

class HeaderCorruptionOf : public testing::VersionTest {};
INSTANTIATE_TEST_SUITE_P(EveryVersion, HeaderCorruptionOf,
                         ::testing::ValuesIn(testing::every_version));

/// A header with one of everything, and a file that holds its data.
Header small_header(Version version) {
    Header header{.version = version, .schema = {}, .begins = {512, 1024}};
    model::Schema& schema = header.schema;
    schema.record_count = 1;
    schema.add_dimension(model::unlimited_dimension("t"));
    schema.add_dimension(
        {"\xC3\xA9"
         "x",
         3});
    schema.global_attributes.add(testing::attribute_of(types::External::character, "a", 3));
    model::Variable fixed;
    fixed.name = "f";
    fixed.type = types::External::int16;
    fixed.dimension_ids = {1};
    fixed.attributes.add(testing::attribute_of(types::External::int16, "_FillValue", 1));
    schema.add_variable(std::move(fixed));
    model::Variable record;
    record.name = "r";
    record.type = types::External::float64;
    record.dimension_ids = {0, 1};
    schema.add_variable(std::move(record));
    return header;
}

TEST_P(HeaderCorruptionOf, EveryTruncationIsAnError) {
    for (const Header& header : {small_header(GetParam()), testing::example_header(GetParam())}) {
        const Bytes whole = write_header(header);
        ASSERT_TRUE(testing::read(whole).ok());
        for (std::size_t size = 0; size < whole.size(); ++size) {
            // A copy, so that a sanitizer sees a read past its end.
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            const Result<Header> result = testing::read(cut);
            ASSERT_FALSE(result.ok()) << size;
            EXPECT_EQ(result.code(), size < 8 ? Code::efile : Code::enotnc) << size;
            EXPECT_FALSE(result.status().context().empty());
            EXPECT_FALSE(findings_of(cut).empty());
        }
    }
}

TEST_P(HeaderCorruptionOf, EveryChangeOfAByteIsAnErrorOrReadsBackEqual) {
    Bytes bytes = write_header(small_header(GetParam()));
    constexpr std::int64_t file_bytes = 1100;
    int accepted = 0;
    int refused = 0;
    for (std::byte& changed : bytes) {
        const std::byte original = changed;
        for (int value = 0; value < 256; ++value) {
            changed = static_cast<std::byte>(value);
            const Result<Header> result = testing::read(bytes, file_bytes);
            const std::vector<Finding> findings = findings_of(bytes, file_bytes);
            const bool has_error =
                std::any_of(findings.begin(), findings.end(),
                            [](const Finding& f) { return f.severity == Severity::error; });
            ASSERT_EQ(has_error, !result.ok());
            ++(result.ok() ? accepted : refused);
            if (!result.ok()) continue;
            const Result<Header> again = testing::read(write_header(result.value()), file_bytes);
            ASSERT_TRUE(again.ok()) << again.status().context();
            ASSERT_TRUE(testing::same(result.value(), again.value()));
        }
        changed = original;
    }
    EXPECT_GT(accepted, std::ssize(bytes));  // at least the original value of each byte
    EXPECT_GT(refused, accepted / 4);
}

}  // namespace
}  // namespace weft::format
