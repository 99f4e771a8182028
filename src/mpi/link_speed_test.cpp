// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/link_speed.hpp"

#include <gtest/gtest.h>

#include <array>

#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

TEST(LinkSpeed, IsTheSameOnAllRanks) {
    const CommView world = test_world();
    for (int count = 1; count <= world.size(); ++count) {
        const NodeMap nodes = nodes_in_blocks(world.size(), count, world.rank());
        const double seconds = link_byte_seconds(world, nodes);
        const auto picoseconds = static_cast<std::int64_t>(seconds * 1e12);
        std::array<std::int64_t, 1> least = {picoseconds};
        std::array<std::int64_t, 1> most = {picoseconds};
        world.all_reduce_min(least);
        world.all_reduce_max(most);
        EXPECT_EQ(least, most) << count;
        EXPECT_EQ(seconds > 0, count > 1);
        EXPECT_LT(seconds, 1e-3);
    }
}

}  // namespace
}  // namespace weft::mpi
