// SPDX-License-Identifier: BSD-3-Clause
// What every store promises to readers, also one whose files can only be read. The place makes the
// files by its own means.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "storage/test_bytes.hpp"
#include "storage/test_places.hpp"

namespace weft::storage {
namespace {

class ReadsConformance : public StoreConformance {
protected:
    /// A file of ten digits.
    std::string digits() {
        place_->put(in_room("a"), "0123456789");
        return in_room("a");
    }
};

INSTANTIATE_TEST_SUITE_P(Stores, ReadsConformance, testing::ValuesIn(readable_places()),
                         [](const auto& place) { return std::string(place.param.name); });

TEST_P(ReadsConformance, ReadsFewerBytesOnlyAtTheEnd) {
    const auto file = opened(store(), digits(), to_read);
    EXPECT_EQ(text_at(*file, 2, 3), "234");
    EXPECT_EQ(text_at(*file, 7, 100), "789");
    EXPECT_EQ(text_at(*file, 10, 4), "");
    EXPECT_EQ(text_at(*file, 1'000'000, 4), "");
    EXPECT_EQ(file->size().value(), 10);
    EXPECT_TRUE(file->close().ok());
}

TEST_P(ReadsConformance, TellsChecksumsOfWhatItReads) {
    place_->put(in_room("b"), "abc");
    const auto file = opened(store(), in_room("b"), to_read);
    constexpr Checksum abc{3, 0x78af5f94892f3950, 0x06b05ab6733a6185};
    EXPECT_EQ(file->checksum(0, 3).value(), abc);
    EXPECT_EQ(file->checksum(0, 100).value(), abc);
}

TEST_P(ReadsConformance, RefusesImpossibleOffsets) {
    const auto file = opened(store(), digits(), to_read);
    std::array<std::byte, 1> byte{};
    EXPECT_FALSE(file->read_at(-1, byte).ok());
}

TEST_P(ReadsConformance, GivesAReaderNothingToWrite) {
    const auto file = opened(store(), digits(), to_read);
    EXPECT_FALSE(file->write_at(0, bytes_of("x")).ok());
    EXPECT_FALSE(file->resize(3).ok());
    EXPECT_EQ(get_text(store(), in_room("a")), "0123456789");
}

TEST_P(ReadsConformance, SaysThatAFileIsMissing) {
    (void)digits();
    const auto missing = store().open_file(in_room("none"), to_read);
    EXPECT_EQ(missing.code(), Code::enoent);
    EXPECT_NE(missing.status().context().find(in_room("none")), std::string::npos);
    EXPECT_FALSE(store().inspect(in_room("none")).value().exists);
}

TEST_P(ReadsConformance, TellsInOneAnswerWhatIsAskedOfAFile) {
    const Result<Opened> answer =
        store().open(digits(), {.facts = true, .head_bytes = 4, .tail_bytes = 3});
    ASSERT_TRUE(answer.ok()) << answer.status().context();
    const auto text_of = [](const std::vector<std::byte>& bytes) {
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    EXPECT_EQ(text_of(answer.value().head), "0123");
    EXPECT_EQ(text_of(answer.value().tail), "789");
    ASSERT_TRUE(answer.value().facts.has_value());
    EXPECT_TRUE(answer.value().facts->is_regular);
    EXPECT_EQ(answer.value().facts->bytes, 10);
}

TEST_P(ReadsConformance, ReadsBytesOfTwoHandlesAlike) {
    const auto one = opened(store(), digits(), to_read);
    const auto two = opened(store(), in_room("a"), to_read);
    EXPECT_EQ(text_at(*one, 3, 4), text_at(*two, 3, 4));
    EXPECT_TRUE(one->close().ok());
    EXPECT_EQ(text_at(*two, 0, 2), "01");
}

/// Checks what a store whose files can only be read refuses, and its reasons.
class ReadOnlyConformance : public StoreConformance {};

INSTANTIATE_TEST_SUITE_P(Stores, ReadOnlyConformance,
                         testing::ValuesIn(all_of({read_only_place_cases(),
                                                   AddedPlace::all(AddedPlace::Use::reading)})),
                         [](const auto& place) { return std::string(place.param.name); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReadOnlyConformance);

TEST_P(ReadOnlyConformance, RefusesAllChanges) {
    const std::string path = in_room("a");
    place_->put(path, "text");
    for (const Intent& intent : {to_write, to_create, to_create_new, Intent{.truncate = true}})
        EXPECT_EQ(store().open(path, intent).code(), Code::eperm);
    EXPECT_EQ(store().remove(path).code(), Code::eperm);
    EXPECT_EQ(store().rename(path, in_room("b")).code(), Code::eperm);
    EXPECT_EQ(store().sync_directory_of(path).code(), Code::eperm);
    EXPECT_NE(store().remove(path).context().find(path), std::string::npos);
    EXPECT_EQ(get_text(store(), path), "text");
}

}  // namespace
}  // namespace weft::storage
