// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/rank_transfer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace weft::mpiio {
namespace {

View external_bytes() {
    View view;
    EXPECT_TRUE(View::make({0, MPI_BYTE, MPI_BYTE, Representation::external32}, view).ok());
    return view;
}

/// Reads as the engine does, from a file whose bytes are 1, 2, 3 ...
void read(const engine::Request& request) {
    for (const engine::Piece& piece : request.pieces)
        for (std::int64_t i = 0; i < piece.file.bytes(); ++i)
            piece.address[piece.file.memory_of(i)] =
                static_cast<std::byte>(piece.file.offset_of(i) + 1);
}

TEST(RankTransfer, ReadsUpToTheEndOfTheFile) {
    const View view;
    std::array<char, 10> room{};
    const Transfer transfer{"read", Direction::get, 5, {room.data(), 10, MPI_CHAR}};
    RankTransfer rank_transfer(view, transfer, {5, 15}, 12);
    ASSERT_TRUE(rank_transfer.open().ok());
    EXPECT_EQ(rank_transfer.rounds(), 1);
    engine::Request request;
    ASSERT_TRUE(rank_transfer.begin(0, request).ok());
    EXPECT_EQ(request.begin(), 5);
    EXPECT_EQ(request.end(), 12);
    rank_transfer.end(0);
    EXPECT_EQ(rank_transfer.memory_bytes(), 7);
}

TEST(RankTransfer, BehindTheEndOfTheFileAsksForNothing) {
    const View view;
    std::array<char, 10> room{};
    const Transfer transfer{"read", Direction::get, 20, {room.data(), 10, MPI_CHAR}};
    RankTransfer rank_transfer(view, transfer, {20, 30}, 12);
    ASSERT_TRUE(rank_transfer.open().ok());
    engine::Request request;
    ASSERT_TRUE(rank_transfer.begin(0, request).ok());
    EXPECT_TRUE(request.pieces.empty());
    rank_transfer.end(0);
    EXPECT_EQ(rank_transfer.memory_bytes(), 0);
}

TEST(RankTransfer, TakesWholeValuesOfExternal32Only) {
    const View view = external_bytes();
    std::array<short, 3> room = {-1, -1, -1};
    const Transfer transfer{"read", Direction::get, 0, {room.data(), 3, MPI_SHORT}};
    RankTransfer rank_transfer(view, transfer, {0, 6}, 5);
    ASSERT_TRUE(rank_transfer.open().ok());
    engine::Request request;
    ASSERT_TRUE(rank_transfer.begin(0, request).ok());
    read(request);
    rank_transfer.end(0);
    EXPECT_EQ(room, (std::array<short, 3>{0x0102, 0x0304, -1}));
    EXPECT_EQ(rank_transfer.memory_bytes(), 4);
}

TEST(RankTransfer, OfMoreThanABufferHoldsTakesRounds) {
    constexpr std::int64_t buffer = 4 << 20;
    const View view = external_bytes();
    std::vector<short> values(3 * buffer / 4 + 1, 7);
    const std::int64_t bytes = 2 * std::ssize(values);
    const Transfer transfer{
        "write", Direction::put, 0, {values.data(), std::ssize(values), MPI_SHORT}};
    RankTransfer rank_transfer(view, transfer, {0, bytes}, 0x7FFFFFFFFFFFFFFF);
    ASSERT_TRUE(rank_transfer.open().ok());
    ASSERT_EQ(rank_transfer.rounds(), 2);
    std::int64_t end = 0;
    for (std::int64_t round = 0; round < 3; ++round) {
        engine::Request request;
        ASSERT_TRUE(rank_transfer.begin(round, request).ok());
        if (round == 2) {
            EXPECT_TRUE(request.pieces.empty()) << "others may have more rounds";
            continue;
        }
        EXPECT_EQ(request.begin(), end);
        EXPECT_LE(request.bytes(), buffer);
        EXPECT_EQ(request.pieces.front().address[1], std::byte{7});
        end = request.end();
        rank_transfer.end(round);
    }
    EXPECT_EQ(end, bytes);
    EXPECT_EQ(rank_transfer.memory_bytes(), bytes);
}

}  // namespace
}  // namespace weft::mpiio
