// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_apart.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace weft::hdf5 {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string text_of(const ChunksApart& chunks, std::int64_t number, std::size_t bytes) {
    std::string text(bytes, '?');
    EXPECT_TRUE(chunks.copy(number, std::as_writable_bytes(std::span(text))));
    return text;
}

TEST(ChunksApart, ChangesOfTwoRanksMeetInOneChunk) {
    ChunksApart one;
    one.note_base(7, bytes_of("abcdef"));
    one.take(7, bytes_of("aBCdef"));
    ChunksApart other;
    other.note_base(7, bytes_of("abcdef"));
    other.take(7, bytes_of("abcdeF"));
    std::vector<std::byte> changes;
    other.append_changes(7, changes);
    EXPECT_TRUE(one.apply(changes).ok());
    EXPECT_EQ(text_of(one, 7, 6), "aBCdeF");
}

TEST(ChunksApart, LaterCallsAddToTheChangesOfEarlierOnes) {
    ChunksApart chunks;
    chunks.note_base(1, bytes_of("abc"));
    chunks.take(1, bytes_of("Abc"));
    chunks.forget_bases();
    chunks.note_base(1, bytes_of("Abc"));
    chunks.take(1, bytes_of("AbC"));
    ChunksApart others;
    others.take(1, bytes_of("xyz"));
    std::vector<std::byte> changes;
    chunks.append_changes(1, changes);
    EXPECT_TRUE(others.apply(changes).ok());
    EXPECT_EQ(text_of(others, 1, 3), "AyC");
}

TEST(ChunksApart, WithoutABaseAllOfAChunkIsChanged) {
    ChunksApart chunks;
    chunks.take(2, bytes_of("abc"));
    ChunksApart others;
    others.take(2, bytes_of("xyz"));
    std::vector<std::byte> changes;
    chunks.append_changes(2, changes);
    EXPECT_TRUE(others.apply(changes).ok());
    EXPECT_EQ(text_of(others, 2, 3), "abc");
}

TEST(ChunksApart, ChangesOfChunksThatAreElsewhereAreLeftOut) {
    ChunksApart chunks;
    chunks.take(3, bytes_of("abc"));
    std::vector<std::byte> changes;
    chunks.append_changes(3, changes);
    ChunksApart others;
    others.take(4, bytes_of("xyz"));
    EXPECT_TRUE(others.apply(changes).ok());
    EXPECT_EQ(text_of(others, 4, 3), "xyz");
    std::string none(3, '?');
    EXPECT_FALSE(others.copy(3, std::as_writable_bytes(std::span(none))));
}

}  // namespace
}  // namespace weft::hdf5
