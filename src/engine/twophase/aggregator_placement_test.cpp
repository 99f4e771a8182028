// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/aggregator_placement.hpp"

#include <gtest/gtest.h>

#include "mpi/test_nodes.hpp"

namespace weft::engine::twophase {
namespace {

constexpr std::int64_t mib = 1 << 20;

/// The bytes that cross between nodes, over all ranks of `nodes`.
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
    // The same is true for the files of a set.
    EXPECT_EQ(crossing_of(nodes, tiles, {}, 1), 0);
    // Ranks that take turns at the nodes send half of what they have.
    const mpi::TestNodes in_turn({0, 1, 0, 1});
    EXPECT_EQ(crossing_of(in_turn, tiles), 32 * mib);
}

TEST(Division, RanksAllOverTheFileSendWhatTheirNodeDoesNotMove) {
    const std::vector<Summary> ranks(4, between(0, 64 * mib, 16 * mib));
    EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 2), ranks), 32 * mib);
    EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 4), ranks), 48 * mib);
    // With one aggregator, all bytes cross but those of its own node.
    EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 4), ranks, {.aggregators = 1}), 48 * mib);
    // Stripes go to both nodes, however many there are.
    for (const std::int64_t stripe : {mib, std::int64_t{4096}})
        EXPECT_EQ(crossing_of(mpi::TestNodes::in_blocks(4, 2), ranks,
                              {.stripe_bytes = stripe, .stripes = 2}),
                  32 * mib);
}

/// The numbers of domains and of aggregators for a call.
std::pair<int, int> divided(const Options& options, int nodes, int ranks_of_each,
                            std::size_t file = 0) {
    const Divided call{.file = file, .begin = 5, .end = 512 * mib, .window_bytes = mib};
    const auto places = mpi::TestNodes::in_blocks(nodes * ranks_of_each, nodes);
    const mpi::NodeMap map = places.seen_by(0);
    const Roles roles = assign(call, options, map);
    return {divide(call, options, roles).count(), roles.aggregator_count()};
}

TEST(Division, AStripedFileHasAnAggregatorForEachStripe) {
    const auto striped = [](int stripes, int asked = 0) {
        return Options{
            .aggregators = asked, .stripe_bytes = mib, .stripes = stripes, .is_striped = true};
    };
    using Counts = std::pair<int, int>;
    EXPECT_EQ(divided(striped(4), 4, 4), Counts(4, 4));
    EXPECT_EQ(divided(striped(8), 4, 4), Counts(8, 8)) << "more than nodes";
    EXPECT_EQ(divided(striped(3), 4, 4), Counts(3, 3)) << "fewer than nodes";
    EXPECT_EQ(divided(striped(40), 4, 4), Counts(14, 16)) << "three stripes each, as few ranks";
    EXPECT_EQ(divided(striped(1), 4, 4), Counts(4, 4)) << "nothing is striped";
    // Several for each stripe, where that is asked for.
    EXPECT_EQ(divided(striped(3, 6), 4, 4), Counts(6, 6));
    EXPECT_EQ(divided(striped(3, 8), 4, 4), Counts(6, 8));
    EXPECT_EQ(divided(striped(3, 2), 4, 4), Counts(2, 2));
    // Stripe hints for a file that is not known to be striped do not change the number of
    // aggregators.
    EXPECT_EQ(divided({.stripe_bytes = mib, .stripes = 8}, 4, 4), Counts(4, 4));
    EXPECT_EQ(divided({.aggregators = 8, .stripe_bytes = mib, .stripes = 3}, 4, 4), Counts(3, 8));
    // Parts of a set lie on targets of their own.
    EXPECT_EQ(divided(striped(8), 4, 4, 1), Counts(8, 8));
}

TEST(Division, AHugeJobHasAnAggregatorForEachStripe) {
    const Options options{.stripe_bytes = mib, .stripes = 2000, .is_striped = true};
    EXPECT_EQ(divided(options, 4096, 1), (std::pair<int, int>(1000, 1024)));
    EXPECT_EQ(divided(options, 64, 64), (std::pair<int, int>(500, 512)));
}

TEST(Division, RanksWithoutBytesSendNothing) {
    const auto nodes = mpi::TestNodes::in_blocks(3, 3);
    EXPECT_EQ(crossing_of(nodes, {between(0, 3 * mib, 3 * mib), {}, between(0, 3 * mib, 0)}),
              2 * mib);
}

}  // namespace
}  // namespace weft::engine::twophase
