// SPDX-License-Identifier: BSD-3-Clause
// What every store promises about the bytes of a file.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "storage/test_bytes.hpp"
#include "storage/test_places.hpp"

namespace weft::storage {
namespace {

class BytesConformance : public StoreConformance {};

INSTANTIATE_TEST_SUITE_P(Stores, BytesConformance, testing::ValuesIn(writable_places()),
                         [](const auto& place) { return std::string(place.param.name); });

TEST_P(BytesConformance, ReadsBackWhatWasWritten) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of("hello world")).ok());
    ASSERT_TRUE(file->write_at(6, bytes_of("weft!")).ok());
    EXPECT_EQ(text_at(*file, 0, 11), "hello weft!");
    EXPECT_EQ(file->size().value(), 11);
}

TEST_P(BytesConformance, SeesWritesThroughOtherHandles) {
    const auto one = opened(store(), in_room("a"), to_create);
    const auto two = opened(store(), in_room("a"), to_read);
    ASSERT_TRUE(one->write_at(0, bytes_of("shared")).ok());
    EXPECT_EQ(text_at(*two, 0, 6), "shared");
}

TEST_P(BytesConformance, TellsChecksumsOfWhatIsThere) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(2, bytes_of("abc")).ok());
    constexpr Checksum abc{3, 0x78af5f94892f3950, 0x06b05ab6733a6185};
    EXPECT_EQ(file->checksum(2, 3).value(), abc);
    EXPECT_EQ(file->checksum(2, 100).value(), abc);
    EXPECT_EQ(file->checksum(5, 100).value().bytes, 0);
    EXPECT_EQ(file->checksum(0, 0).value(), file->checksum(100, 1).value());
    // Longer than what is read at a time.
    std::vector<std::byte> much(std::size_t{3} << 20, std::byte{7});
    for (const std::int64_t offset : {5, 5 + (3 << 20)})
        EXPECT_TRUE(file->write_at(offset, much).ok());
    EXPECT_EQ(file->checksum(5, 3 << 20).value(), file->checksum(5 + (3 << 20), 4 << 20).value());
    EXPECT_NE(file->checksum(4, 3 << 20).value(), file->checksum(5, 3 << 20).value());
    EXPECT_FALSE(file->checksum(-1, 3).ok());
    EXPECT_FALSE(file->checksum(0, -1).ok());
}

TEST_P(BytesConformance, ReadsHolesAsZeros) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(10'000, bytes_of("end")).ok());
    EXPECT_EQ(text_at(*file, 0, 10'003), std::string(10'000, '\0') + "end");
}

TEST_P(BytesConformance, TransfersPiecesThatCrossPages) {
    const auto file = opened(store(), in_room("a"), to_create);
    std::string text(100'000, ' ');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('a' + i % 23);
    ASSERT_TRUE(file->write_at(4095, bytes_of(text)).ok());
    EXPECT_EQ(text_at(*file, 4095, text.size()), text);
    EXPECT_EQ(text_at(*file, 4095 + 50'001, 9'000), text.substr(50'001, 9'000));
}

/// Ten blocks of one letter each, from 'a' on.
std::string write_lettered_blocks(File& file, std::int64_t block) {
    std::string text;
    for (char letter = 'a'; letter < 'k'; ++letter)
        text.append(static_cast<std::size_t>(block), letter);
    EXPECT_TRUE(file.write_at(0, bytes_of(text)).ok());
    return text;
}

TEST_P(BytesConformance, InsertsAndRemovesBlocks) {
    const auto file = opened(store(), in_room("a"), to_create);
    const std::int64_t block = file->insertion_block().value();
    if (block == 0) GTEST_SKIP() << "this file system cannot insert";
    std::string text = write_lettered_blocks(*file, block);
    EXPECT_EQ(file->hole_behind(0).value().offset, 10 * block) << "a hole in a file without one";
    for (const std::int64_t at : {0, 3, 9}) {
        ASSERT_TRUE(file->insert_room(at * block, 2 * block).ok());
        text.insert(static_cast<std::size_t>(at * block), static_cast<std::size_t>(2 * block), 0);
        EXPECT_EQ(text_at(*file, 0, text.size() + 1), text);
    }
    const Extent hole = file->hole_behind(2 * block).value();
    EXPECT_EQ(hole.offset, 3 * block);
    EXPECT_EQ(hole.length, 2 * block);
    ASSERT_TRUE(file->remove_room(3 * block, 2 * block).ok());
    text.erase(static_cast<std::size_t>(3 * block), static_cast<std::size_t>(2 * block));
    EXPECT_EQ(text_at(*file, 0, text.size() + 1), text);
    EXPECT_EQ(file->size().value(), std::ssize(text));
}

TEST_P(BytesConformance, RefusesToInsertElsewhere) {
    const auto file = opened(store(), in_room("a"), to_create);
    const std::int64_t block = file->insertion_block().value();
    if (block == 0) GTEST_SKIP() << "this file system cannot insert";
    const std::string text = write_lettered_blocks(*file, block);
    EXPECT_FALSE(file->insert_room(1, block).ok());
    EXPECT_FALSE(file->insert_room(block, 1).ok());
    EXPECT_FALSE(file->insert_room(10 * block, block).ok());
    EXPECT_EQ(text_at(*file, 0, text.size() + 1), text);
}

TEST_P(BytesConformance, FindsTheHoleAtTheEnd) {
    const auto file = opened(store(), in_room("a"), to_create);
    if (file->insertion_block().value() == 0) GTEST_SKIP() << "this file system cannot insert";
    const std::int64_t block = file->insertion_block().value();
    write_lettered_blocks(*file, block);
    ASSERT_TRUE(file->resize(15 * block).ok());
    EXPECT_EQ(file->hole_behind(0).value().offset, 10 * block);
    EXPECT_EQ(file->hole_behind(0).value().length, 5 * block);
    EXPECT_EQ(file->hole_behind(12 * block).value().offset, 12 * block);
    EXPECT_EQ(file->hole_behind(15 * block).value().length, 0);
    EXPECT_FALSE(file->hole_behind(-1).ok());
}

TEST_P(BytesConformance, WritesAtOffsetsBeyondFourGigabytes) {
    const auto file = opened(store(), in_room("a"), to_create);
    const std::int64_t offsets[] = {(std::int64_t{1} << 31) - 2, (std::int64_t{1} << 32) - 2,
                                    (std::int64_t{1} << 40) + 5};
    for (const std::int64_t offset : offsets) {
        ASSERT_TRUE(file->write_at(offset, bytes_of("far away")).ok());
        EXPECT_EQ(file->size().value(), offset + 8);
    }
    for (const std::int64_t offset : offsets) {
        EXPECT_EQ(text_at(*file, offset - 1, 9), std::string(1, '\0') + "far away");
    }
    EXPECT_EQ(text_at(*file, 0, 3), std::string(3, '\0'));
}

TEST_P(BytesConformance, MovesNothingForNoBytes) {
    const auto file = opened(store(), in_room("a"), to_create);
    EXPECT_TRUE(file->write_at(1000, {}).ok());
    EXPECT_EQ(file->size().value(), 0);
    EXPECT_EQ(file->read_at(0, {}).value(), 0);
}

TEST_P(BytesConformance, RefusesImpossibleOffsets) {
    const auto file = opened(store(), in_room("a"), to_create);
    EXPECT_EQ(file->write_at(-1, bytes_of("x")).code(), Code::ewrite);
    EXPECT_EQ(file->resize(-1).code(), Code::ewrite);
    EXPECT_EQ(file->write_at(std::numeric_limits<std::int64_t>::max(), bytes_of("x")).code(),
              Code::ewrite);
    std::byte one{};
    EXPECT_EQ(file->read_at(-1, {&one, 1}).code(), Code::eread);
    EXPECT_EQ(file->lock(-1, 1).code(), Code::einval);
    EXPECT_EQ(file->lock(0, 0).code(), Code::einval);
    EXPECT_EQ(file->size().value(), 0);
}

TEST_P(BytesConformance, CutsAndExtends) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of(std::string(9'000, 'x'))).ok());
    ASSERT_TRUE(file->resize(5'000).ok());
    EXPECT_EQ(file->size().value(), 5'000);
    ASSERT_TRUE(file->resize(9'000).ok());
    EXPECT_EQ(text_at(*file, 4'999, 4'001), std::string("x") + std::string(4'000, '\0'));
    ASSERT_TRUE(file->resize(0).ok());
    EXPECT_EQ(text_at(*file, 0, 10), "");
    ASSERT_TRUE(file->resize(std::int64_t{1} << 41).ok());
    EXPECT_EQ(file->size().value(), std::int64_t{1} << 41);
}

TEST_P(BytesConformance, KeepsBytesThatAReadHandleMayNotWrite) {
    put_text(store(), in_room("a"), "safe");
    const auto file = opened(store(), in_room("a"), to_read);
    EXPECT_EQ(file->write_at(0, bytes_of("gone")).code(), Code::ewrite);
    EXPECT_EQ(file->resize(0).code(), Code::ewrite);
    EXPECT_EQ(text_at(*file, 0, 10), "safe");
}

TEST_P(BytesConformance, SyncsFilesAndDirectories) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of("text")).ok());
    EXPECT_TRUE(file->sync().ok());
    EXPECT_TRUE(store().sync_directory_of(in_room("a")).ok());
    EXPECT_TRUE(opened(store(), in_room("a"), to_read)->sync().ok());
}

TEST_P(BytesConformance, RefusesAClosedFile) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->close().ok());
    EXPECT_TRUE(file->close().ok());
    std::byte one{};
    EXPECT_EQ(file->read_at(0, {&one, 1}).code(), Code::eread);
    EXPECT_EQ(file->write_at(0, {&one, 1}).code(), Code::ewrite);
    EXPECT_EQ(file->size().code(), Code::eread);
    EXPECT_EQ(file->resize(0).code(), Code::ewrite);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(file->lock(0, 1).code(), Code::efile);
}

}  // namespace
}  // namespace weft::storage
