// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/coded_chunks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace weft::hdf5 {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Chunk n becomes n % 5 + 1 bytes of the value n.
Result<std::int64_t> encode(std::int64_t number, std::span<std::byte> room) {
    const std::int64_t bytes = number % 5 + 1;
    std::fill_n(room.begin(), bytes, static_cast<std::byte>(number));
    return bytes;
}

std::vector<CodedChunks::Name> names_of(const Numbers& numbers) {
    std::vector<CodedChunks::Name> names;
    for (const std::int64_t number : numbers) names.push_back({1, number});
    return names;
}

Status add(CodedChunks& chunks, const Numbers& numbers, std::size_t threads,
           std::int64_t limit = 8) {
    return chunks.add(
        names_of(numbers), limit, threads,
        [&](std::size_t i, std::span<std::byte> room) { return encode(numbers[i], room); });
}

TEST(CodedChunks, LieOneBehindTheOther) {
    for (const std::size_t threads : {1, 2, 3, 20}) {
        SpareBlocks spare;
        CodedChunks chunks(spare);
        const Numbers numbers{3, 4, 9, 10, 2};
        ASSERT_TRUE(add(chunks, numbers, threads).ok());
        ASSERT_TRUE(add(chunks, {7}, threads).ok());
        ASSERT_EQ(chunks.chunks().size(), 6U);
        const std::byte* at = chunks.chunks().front().bytes.data();
        for (const CodedChunk& one : chunks.chunks()) {
            EXPECT_EQ(one.bytes.data(), at);
            EXPECT_EQ(std::ssize(one.bytes), one.number % 5 + 1);
            EXPECT_TRUE(std::ranges::all_of(one.bytes, [&](std::byte byte) {
                return byte == static_cast<std::byte>(one.number);
            }));
            at += one.bytes.size();
        }
    }
}

TEST(CodedChunks, AfterAFailureHaveWhatTheyHadBefore) {
    SpareBlocks spare;
    CodedChunks chunks(spare);
    ASSERT_TRUE(add(chunks, {1, 2}, 1).ok());
    const Numbers numbers{3, 4, 5};
    const Status failed =
        chunks.add(names_of(numbers), 8, 2, [&](std::size_t i, std::span<std::byte> room) {
            return i == 2 ? Result<std::int64_t>(Status(Code::efilter, "no"))
                          : encode(numbers[i], room);
        });
    EXPECT_EQ(failed.code(), Code::efilter);
    ASSERT_TRUE(add(chunks, {6}, 1).ok());
    Numbers kept;
    for (const CodedChunk& one : chunks.chunks()) kept.push_back(one.number);
    EXPECT_EQ(kept, Numbers({1, 2, 6}));
}

TEST(CodedChunks, UseTheirMemoryAgain) {
    constexpr std::int64_t limit = 5 << 20;
    SpareBlocks spare;
    const std::byte* first = nullptr;
    for (int round = 0; round < 3; ++round) {
        CodedChunks chunks(spare);
        ASSERT_TRUE(add(chunks, {1, 2}, 1, limit).ok());
        const std::byte* const now = chunks.chunks().front().bytes.data();
        if (first == nullptr) first = now;
        EXPECT_EQ(now, first);
    }
}

TEST(CodedChunks, MayBeLongerThanABlock) {
    SpareBlocks spare;
    CodedChunks chunks(spare);
    const std::int64_t limit = 40 << 20;
    ASSERT_TRUE(add(chunks, {1, 2}, 1, limit).ok());
    EXPECT_EQ(chunks.chunks().size(), 2U);
}

}  // namespace
}  // namespace weft::hdf5
