// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_length.hpp"

#include <gtest/gtest.h>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using testing::Bytes;

class HeaderLengthOf : public testing::VersionTest {};
INSTANTIATE_TEST_SUITE_P(EveryVersion, HeaderLengthOf, ::testing::ValuesIn(testing::every_version));

std::optional<std::int64_t> length_of(const Bytes& bytes, std::int64_t file_bytes) {
    MemorySource source(bytes);
    const auto length = header_length(source, file_bytes);
    EXPECT_TRUE(length.ok());
    return length.value();
}

TEST_P(HeaderLengthOf, IsThatOfWhatIsWritten) {
    Bytes bytes = write_header(testing::example_header(GetParam()));
    const std::int64_t header_bytes = std::ssize(bytes);
    EXPECT_EQ(length_of(bytes, header_bytes), header_bytes);
    bytes.resize(bytes.size() + 1000);
    EXPECT_EQ(length_of(bytes, std::ssize(bytes)), header_bytes);
}

TEST_P(HeaderLengthOf, IsNothingForWhatIsCutOff) {
    const Bytes whole = write_header(testing::example_header(GetParam()));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_EQ(length_of(cut, std::ssize(cut)), std::nullopt) << size;
    }
}

/// A reader that gets only these bytes reads what it would have read in the file.
TEST_P(HeaderLengthOf, SufficesToReadTheSameWhateverIsInTheHeader) {
    Bytes bytes = write_header(testing::example_header(GetParam()));
    const std::size_t header_bytes = bytes.size();
    bytes.resize(header_bytes + 300, std::byte{7});
    const std::int64_t file_bytes = std::ssize(bytes);
    for (std::size_t at = 0; at < header_bytes; ++at) {
        const std::byte original = bytes[at];
        for (const int value : {0, 1, 2, 5, 6, 10, 11, 12, 13, 64, 127, 128, 255}) {
            bytes[at] = static_cast<std::byte>(value);
            const Result<Header> in_file = testing::read(bytes, file_bytes);
            const std::optional<std::int64_t> length = length_of(bytes, file_bytes);
            if (!length) {
                EXPECT_FALSE(in_file.ok()) << at << ' ' << value;
                continue;
            }
            const Bytes handed(bytes.begin(), bytes.begin() + *length);
            const Result<Header> in_hand = testing::read(handed, file_bytes);
            ASSERT_EQ(in_hand.code(), in_file.code()) << at << ' ' << value;
            EXPECT_EQ(in_hand.status().context(), in_file.status().context());
            if (in_file.ok()) {
                EXPECT_TRUE(testing::same(in_hand.value(), in_file.value()));
            }
        }
        bytes[at] = original;
    }
}

}  // namespace
}  // namespace weft::format
