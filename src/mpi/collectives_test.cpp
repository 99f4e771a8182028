// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/collectives.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <utility>

#include "mpi/mpi_test_bytes.hpp"
#include "mpi/mpi_test_world.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {
namespace {

const std::int64_t piece_sizes[] = {1, 16, 100};
const std::int64_t piece_lengths[] = {0, 1, 15, 16, 17, 40};

TEST(Pieces, CoverEverythingOnce) {
    std::vector<std::pair<std::int64_t, int>> pieces;
    const auto record = [&](std::int64_t begin, int count) { pieces.emplace_back(begin, count); };
    for_each_piece(10, 4, record);
    EXPECT_EQ(pieces, (std::vector<std::pair<std::int64_t, int>>{{0, 4}, {4, 4}, {8, 2}}));
    pieces.clear();
    for_each_piece(0, 4, record);
    EXPECT_TRUE(pieces.empty());
    for_each_piece(std::int64_t{3} << 30, largest_piece_bytes, record);
    EXPECT_EQ(pieces.size(), 3u);
}

TEST(Pieces, AreSharedByTheRanksButNeverEmpty) {
    EXPECT_EQ(share_of_piece(1000, 7), 142);
    EXPECT_EQ(share_of_piece(3, 7), 1);
}

TEST(CollectivesInPieces, Broadcast) {
    const CommView world = test_world();
    const int root = world.size() - 1;
    for (const std::int64_t piece : piece_sizes) {
        for (const std::int64_t length : piece_lengths) {
            auto bytes = marked_bytes(world.rank(), length);
            broadcast_in_pieces(world, bytes, 0, root, piece);
            EXPECT_EQ(bytes, marked_bytes(root, length));

            const std::size_t begin = bytes.size() / 2;
            std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.end(),
                      static_cast<std::byte>(world.rank()));
            auto expected = bytes;
            std::fill(expected.begin() + static_cast<std::ptrdiff_t>(begin), expected.end(),
                      static_cast<std::byte>(root));
            broadcast_in_pieces(world, bytes, begin, root, piece);
            EXPECT_EQ(bytes, expected);
        }
    }
}

TEST(CollectivesInPieces, AllReduce) {
    const CommView world = test_world();
    for (const std::int64_t piece : {8, 15, 24, 800}) {
        std::vector<std::int64_t> values(41);
        std::iota(values.begin(), values.end(), world.rank());
        all_reduce_in_pieces(world, values, MPI_MAX, piece);
        for (std::size_t i = 0; i < values.size(); ++i) {
            EXPECT_EQ(values[i], static_cast<std::int64_t>(i) + world.size() - 1);
        }
    }
}

TEST(CollectivesInPieces, AllGather) {
    const CommView world = test_world();
    for (const std::int64_t piece : piece_sizes) {
        for (const std::int64_t length : piece_lengths) {
            std::vector<std::byte> expected;
            for (int rank = 0; rank < world.size(); ++rank) {
                const auto bytes = marked_bytes(rank, length);
                expected.insert(expected.end(), bytes.begin(), bytes.end());
            }
            EXPECT_EQ(all_gather_in_pieces(world, marked_bytes(world.rank(), length), piece),
                      expected);
        }
    }
}

TEST(CollectivesInPieces, Gather) {
    const CommView world = test_world();
    const int root = world.size() / 2;
    const auto length_of = [](int rank) { return std::int64_t{(rank * 5 + 2) % 4} * 11; };
    for (const std::int64_t piece : piece_sizes) {
        const auto mine = marked_bytes(world.rank(), length_of(world.rank()));
        const auto all = gather_in_pieces(world, mine, root, piece);
        ASSERT_EQ(std::ssize(all), world.rank() == root ? world.size() : 0);
        for (int rank = 0; rank < std::ssize(all); ++rank) {
            EXPECT_EQ(all[static_cast<std::size_t>(rank)], marked_bytes(rank, length_of(rank)));
        }
    }
}

}  // namespace
}  // namespace weft::mpi
