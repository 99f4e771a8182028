// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using testing::Bytes;
using ::testing::HasSubstr;
using testing::HeaderText;
using types::External;

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

class HeaderReaderOf : public testing::VersionTest {};
INSTANTIATE_TEST_SUITE_P(EveryVersion, HeaderReaderOf, ::testing::ValuesIn(testing::every_version));

TEST(HeaderReader, FilesOfFewerThanEightBytesAreNotFilesOfAnyKind) {
    for (const char* text : {"", "C", "CDF\x01",
                             "CDF\x01"
                             "123"}) {
        Bytes bytes;
        for (const char c : std::string(text)) bytes.push_back(static_cast<std::byte>(c));
        EXPECT_EQ(testing::read(bytes).code(), Code::efile);
    }
}

TEST_P(HeaderReaderOf, EmptyHeaderIsAValidDataset) {
    const Result<Header> result = testing::read(start().absent().absent().absent().bytes());
    ASSERT_TRUE(result.ok()) << result.status().context();
    EXPECT_EQ(result.value().version, GetParam());
    EXPECT_EQ(result.value().schema.variable_count(), 0);
}

TEST_P(HeaderReaderOf, EndInsideTheHeaderIsNotNetcdf) {
    HeaderText text = start();
    text.list(dimension_tag, 1).name("lat").raw({"\0\0", 2});
    // Enough bytes for the claim of one dimension, too few for its length.
    const Result<Header> result = testing::read(text.bytes());
    EXPECT_EQ(result.code(), Code::enotnc);
}

TEST_P(HeaderReaderOf, EmptyListsMayCarryTheirTag) {
    HeaderText text = start();
    text.list(dimension_tag, 0).list(attribute_tag, 0).list(variable_tag, 0);
    EXPECT_TRUE(testing::read(text.bytes()).ok());
}

TEST_P(HeaderReaderOf, SmallestItemsFillTheFileExactly) {
    // Two dimensions claimed and present, with the shortest names: the bytes suffice for the claim.
    HeaderText text = start();
    text.list(dimension_tag, 2).dimension("a", 1).dimension("b", 1);
    text.list(attribute_tag, 1).name("c").word(1).count(0);
    HeaderText last = text;
    last.list(variable_tag, 1).name("v").shape({}, External::byte, 4, 300);
    EXPECT_TRUE(testing::read(last.bytes(), 301).ok());
    EXPECT_TRUE(testing::read(last.bytes()).ok());
    EXPECT_EQ(testing::read(text.list(variable_tag, 1).bytes()).code(), Code::enotnc);
}

TEST_P(HeaderReaderOf, LongestNameIsAccepted) {
    HeaderText text = start();
    text.list(dimension_tag, 1).dimension(std::string(256, 'x'), 1).absent().absent();
    EXPECT_TRUE(testing::read(text.bytes()).ok());
}

TEST_P(HeaderReaderOf, OwnersMayShareNames) {
    HeaderText text = start();
    text.list(dimension_tag, 1).dimension("a", 1);
    text.list(attribute_tag, 1).name("a").word(1).count(0);
    text.list(variable_tag, 1).name("a").count(0);
    text.list(attribute_tag, 1).name("a").word(1).count(0).word(1).count(4).begin(400);
    EXPECT_TRUE(testing::read(text.bytes(), 404).ok());
}

TEST_P(HeaderReaderOf, StreamingRecordCountComesFromTheFileSize) {
    HeaderText text = start(all_ones);
    text.list(dimension_tag, 1).dimension("t", 0).absent();
    text.list(variable_tag, 2).name("a").shape({0}, External::int16, 4, 400);
    text.name("b").shape({0}, External::float64, 8, 404);
    for (const auto& [file_bytes, records] : std::map<std::int64_t, std::int64_t>{
             {text.size(), 0}, {400, 0}, {411, 0}, {412, 1}, {435, 2}, {436, 3}}) {
        const Result<Header> result = testing::read(text.bytes(), file_bytes);
        ASSERT_TRUE(result.ok()) << result.status().context();
        EXPECT_EQ(result.value().schema.record_count, records) << file_bytes;
    }
}

TEST_P(HeaderReaderOf, StreamingWithoutRecordVariablesMeansNoRecords) {
    const Result<Header> result = testing::read(start(all_ones).absent().absent().absent().bytes());
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().schema.record_count, 0);
}

TEST(HeaderReader, MoreStreamedRecordsThanTheFormatCountsAreAnError) {
    HeaderText text(Version::cdf2);
    text.count(all_ones).list(dimension_tag, 1).dimension("t", 0).absent();
    text.list(variable_tag, 1).name("a").shape({0}, External::byte, 4, 400);
    EXPECT_TRUE(testing::read(text.bytes(), 400 + 0x7FFFFFFFLL).ok());
    EXPECT_EQ(testing::read(text.bytes(), 400 + 0x80000000LL).code(), Code::enotnc);
}

/// Returns short windows, counts them, and fails from one of them on.
class CountingSource final : public ByteSource {
public:
    CountingSource(const Bytes& bytes, int failing_call)
        : memory_(bytes), failing_call_(failing_call) {}

    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override {
        EXPECT_LE(length, window_bytes);
        EXPECT_GE(offset, last_offset_);
        last_offset_ = offset;
        if (calls_++ == failing_call_) return Status(Code::eread, "the disk is gone");
        return memory_.at(offset, length);
    }
    [[nodiscard]] int calls() const { return calls_; }

private:
    MemorySource memory_;
    int failing_call_;
    int calls_ = 0;
    std::int64_t last_offset_ = 0;
};

TEST(HeaderReader, ReadsLongHeadersWindowByWindowAndPassesFailuresOn) {
    Header header = testing::example_header(Version::cdf5);
    header.schema.global_attributes.add(testing::attribute_of(External::float64, "long", 50'000));
    const std::int64_t moved = header_bytes(header);
    for (std::int64_t& begin : header.begins) begin += moved;
    const Bytes bytes = write_header(header);
    const auto file_bytes = static_cast<std::int64_t>(bytes.size());

    CountingSource sound(bytes, -1);
    const Result<Header> read = read_header(sound, file_bytes);
    ASSERT_TRUE(read.ok()) << read.status().context();
    EXPECT_TRUE(testing::same(read.value(), header));
    EXPECT_LE(sound.calls(), 2 + file_bytes / ByteSource::window_bytes * 2);

    for (int call = 0; call < sound.calls(); ++call) {
        CountingSource failing(bytes, call);
        const Result<Header> failed = read_header(failing, file_bytes);
        EXPECT_EQ(failed.code(), Code::eread);
        EXPECT_THAT(failed.status().context(), HasSubstr("the disk is gone"));
    }
}

TEST(HeaderReader, ClaimsOfAHugeFileAllocateNothing) {
    constexpr std::int64_t huge_file = std::int64_t{1} << 62;
    const HeaderText start = std::move(HeaderText(Version::cdf5).count(0));
    HeaderText values = start;
    values.absent().list(attribute_tag, 1).name("a").word(6).count(std::uint64_t{1} << 58);
    HeaderText dimensions = start;
    dimensions.list(dimension_tag, 0x7FFFFFFF);
    HeaderText variables = start;
    variables.absent().absent().list(variable_tag, 0x7FFFFFFF);
    HeaderText ids = start;
    ids.absent().absent().list(variable_tag, 1).name("v").count(0x7FFFFFFF);
    for (const HeaderText& text : {values, dimensions, variables, ids}) {
        const Result<Header> result = testing::read(text.bytes(), huge_file);
        EXPECT_EQ(result.code(), Code::enotnc);
        EXPECT_THAT(result.status().context(), HasSubstr("file ends inside the header"));
    }
}

TEST(HeaderReader, FileThatShrankWhileItWasReadIsAnError) {
    const Bytes bytes = write_header(testing::example_header(Version::cdf1));
    const Bytes half(bytes.begin(), bytes.begin() + std::ssize(bytes) / 2);
    EXPECT_EQ(testing::read(half, std::ssize(bytes)).code(), Code::enotnc);
}

}  // namespace
}  // namespace weft::format
