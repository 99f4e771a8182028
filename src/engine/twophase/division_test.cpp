// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/division.hpp"

#include <gtest/gtest.h>

#include "mpi/test_nodes.hpp"

namespace weft::engine::twophase {
namespace {

constexpr std::int64_t mib = 1 << 20;

/// Of all ranks of `nodes`.
std::int64_t crossing_of(const mpi::TestNodes& nodes, const std::vector<Summary>& ranks,
                         const Options& options = {}, std::size_t file = 0) {
    Divided call{.file = file,
                 .begin = ranks.front().begin,
                 .end = ranks.back().end,
                 .window_bytes = options.window_bytes};
    std::int64_t bytes = 0;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const mpi::NodeMap map = nodes.seen_by(static_cast<int>(rank));
        const Roles roles = assign(call, options, map);
        bytes += crossing_bytes(ranks[rank], divide(call, options, roles), roles, map);
    }
    return bytes;
}

Summary between(std::int64_t begin, std::int64_t end, std::int64_t bytes) {
    return {.begin = begin, .end = end, .bytes = bytes};
}

TEST(Division, RanksInOrderOfTheFileKeepTheirBytesOnTheirNodes) {
    const auto nodes = mpi::TestNodes::in_blocks(4, 2);
    // Two tiles beside each other above two others.
    const std::vector<Summary> tiles = {
        between(0, 32 * mib, 16 * mib), between(0, 32 * mib, 16 * mib),
        between(32 * mib, 64 * mib, 16 * mib), between(32 * mib, 64 * mib, 16 * mib)};
    EXPECT_EQ(crossing_of(nodes, tiles), 0);
    // So do those of the files of a set.
    EXPECT_EQ(crossing_of(nodes, tiles, {}, 1), 0);
    // Ranks that take turns at the nodes send half of what they have.
    const mpi::TestNodes in_turn({0, 1, 0, 1});
    EXPECT_EQ(crossing_of(in_turn, tiles), 32 * mib);
}

TEST(Division, RanksAllOverTheFileSendWhatTheirNodeDoesNotMove) {
    const std::vector<Summary> ranks(4, between(0, 64 * mib, 16 * mib));
    EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 2), ranks), 32 * mib);
    EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 4), ranks), 48 * mib);
    // One aggregator: all but what its own node has.
    EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 4), ranks, {.aggregators = 1}), 48 * mib);
    // Stripes go to both nodes, however many there are.
    for (const std::int64_t stripe : {mib, std::int64_t{4096}})
        EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 2), ranks,
                              {.stripe_bytes = stripe, .stripes = 2}),
                  32 * mib);
}

TEST(Division, RanksWithoutBytesSendNothing) {
    const auto nodes = mpi::TestNodes::in_blocks(3, 3);
    EXPECT_EQ(crossing_of(nodes, {between(0, 3 * mib, 3 * mib), {}, between(0, 3 * mib, 0)}),
              2 * mib);
}

}  // namespace
}  // namespace weft::engine::twophase
