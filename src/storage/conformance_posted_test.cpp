// SPDX-License-Identifier: BSD-3-Clause
// What every store promises about writes that are posted, and about shapes.
#include <gtest/gtest.h>

#include <string>

#include "region/nest.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_places.hpp"

namespace weft::storage {
namespace {

class PostedConformance : public StoreConformance {};

INSTANTIATE_TEST_SUITE_P(Stores, PostedConformance, testing::ValuesIn(writable_places()),
                         [](const auto& place) { return std::string(place.param.name); });

TEST_P(PostedConformance, TakesOverWhatIsWrittenSoon) {
    const auto file = opened(store(), in_room("a"), to_create);
    std::string text = "first";
    ASSERT_TRUE(file->write_soon(0, bytes_of(text)).ok());
    text = "other";
    ASSERT_TRUE(file->write_soon(5, bytes_of(text)).ok());
    text = "-----";
    ASSERT_TRUE(file->settle().ok());
    EXPECT_EQ(get_text(store(), in_room("a")), "firstother");
}

TEST_P(PostedConformance, LetsItsHandleSeeWhatIsWrittenSoon) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_soon(0, bytes_of("0123456789")).ok());
    EXPECT_EQ(file->size().value(), 10);
    ASSERT_TRUE(file->write_soon(2, bytes_of("xx")).ok());
    EXPECT_EQ(text_at(*file, 0, 10), "01xx456789");
    ASSERT_TRUE(file->write_soon(8, bytes_of("yy")).ok());
    ASSERT_TRUE(file->resize(9).ok());
    EXPECT_EQ(text_at(*file, 0, 10), "01xx4567y");
}

TEST_P(PostedConformance, WritesInTheOrderOfItsCalls) {
    const auto file = opened(store(), in_room("a"), to_create);
    for (char letter = 'a'; letter <= 'z'; ++letter)
        ASSERT_TRUE(file->write_soon(letter - 'a', bytes_of(std::string(100, letter))).ok());
    ASSERT_TRUE(file->write_at(1, bytes_of("1")).ok());
    ASSERT_TRUE(file->write_soon(2, bytes_of("2")).ok());
    ASSERT_TRUE(file->settle().ok());
    EXPECT_EQ(text_at(*file, 0, 5), "a12de");
    EXPECT_EQ(text_at(*file, 25, 200), std::string(100, 'z'));
}

TEST_P(PostedConformance, StoresWhatIsWrittenSoonWhenItIsClosed) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_soon(0, bytes_of("kept")).ok());
    ASSERT_TRUE(file->close().ok());
    EXPECT_EQ(get_text(store(), in_room("a")), "kept");
}

TEST_P(PostedConformance, StoresWhatIsWrittenSoonBeforeASync) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_soon(0, bytes_of("kept")).ok());
    ASSERT_TRUE(file->sync().ok());
    EXPECT_EQ(get_text(store(), in_room("a")), "kept");
}

TEST_P(PostedConformance, TellsOfAPostedWriteThatFailed) {
    put_text(store(), in_room("a"), "safe");
    const auto file = opened(store(), in_room("a"), to_read);
    Status status = file->write_soon(0, bytes_of("gone"));
    status.keep_first(file->settle());
    EXPECT_EQ(status.code(), Code::ewrite);
    EXPECT_TRUE(file->settle().ok()) << "told once";
    EXPECT_EQ(text_at(*file, 0, 10), "safe");
}

TEST_P(PostedConformance, SettlesWhereNothingIsUnderWay) {
    const auto file = opened(store(), in_room("a"), to_create);
    EXPECT_TRUE(file->settle().ok());
    EXPECT_TRUE(file->write_soon(1000, {}).ok());
    EXPECT_TRUE(file->settle().ok());
    EXPECT_EQ(file->size().value(), 0);
    file->will_read(0, 100);
    EXPECT_EQ(text_at(*file, 0, 5), "");
}

const region::Nest every_third(10, 2, {{4, 3}});

TEST_P(PostedConformance, WritesTheRunsOfAShape) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of(std::string(25, '.'))).ok());
    ASSERT_TRUE(file->write_shape(every_third, 0, bytes_of("abcdefgh")).ok());
    ASSERT_TRUE(file->settle().ok());
    EXPECT_EQ(text_at(*file, 10, 15), "ab.cd.ef.gh....");
}

TEST_P(PostedConformance, WritesAPartOfAShape) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of(std::string(25, '.'))).ok());
    ASSERT_TRUE(file->write_shape(every_third, 3, bytes_of("def")).ok());
    ASSERT_TRUE(file->settle().ok());
    EXPECT_EQ(text_at(*file, 10, 12), "....d.ef....");
}

TEST_P(PostedConformance, ReadsShapesWithZerosBehindTheEnd) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_soon(10, bytes_of("ab.cd.e")).ok());
    std::string packed(6, '?');
    const auto room = std::as_writable_bytes(std::span(packed.data(), packed.size()));
    ASSERT_TRUE(file->read_shape(every_third, 1, room).ok());
    EXPECT_EQ(packed, std::string("bcde\0\0", 6));
}

/// Runs that are near each other and more than are read at a time, and runs that are not.
TEST_P(PostedConformance, ReadsManyRunsOfAShape) {
    const auto file = opened(store(), in_room("a"), to_create);
    constexpr std::int64_t count = 1000;
    for (const std::int64_t pitch : {5, 700, 5000}) {
        std::string bytes(static_cast<std::size_t>(pitch * count), '\0');
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<char>('a' + i * 7 % 23);
        ASSERT_TRUE(file->write_at(0, bytes_of(bytes)).ok());
        std::string expected;
        for (std::int64_t i = 0; i < count; ++i)
            expected += bytes.substr(static_cast<std::size_t>(1 + i * pitch), 3);
        std::string packed(expected.size() - 5, '?');
        const auto room = std::as_writable_bytes(std::span(packed.data(), packed.size()));
        ASSERT_TRUE(file->read_shape(region::Nest(1, 3, {{count, pitch}}), 4, room).ok());
        EXPECT_EQ(packed, expected.substr(4, packed.size())) << pitch;
    }
}

}  // namespace
}  // namespace weft::storage
