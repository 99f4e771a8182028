// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/comm.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "mpi/mpi_test_bytes.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

const std::int64_t lengths[] = {0, 1, 3, 127, 4099};

TEST(CommView, BroadcastsFromEveryRoot) {
    const CommView world = test_world();
    for (int root = 0; root < world.size(); ++root) {
        for (const std::int64_t length : lengths) {
            auto bytes = marked_bytes(world.rank(), length);
            world.broadcast(std::span(bytes), root);
            EXPECT_EQ(bytes, marked_bytes(root, length));
        }
    }
}

TEST(CommView, BroadcastResizesWhereItReceives) {
    const CommView world = test_world();
    for (int root = 0; root < world.size(); ++root) {
        for (const std::int64_t length : lengths) {
            auto bytes = marked_bytes(world.rank(), world.rank() == root ? length : 50);
            world.broadcast(bytes, root);
            EXPECT_EQ(bytes, marked_bytes(root, length));
        }
    }
}

TEST(CommView, ReducesElementByElement) {
    const CommView world = test_world();
    const std::int64_t rank = world.rank();
    const std::int64_t last = world.size() - 1;
    std::array values{rank, -rank, std::int64_t{1} << 40};
    world.all_reduce_min(values);
    EXPECT_EQ(values, (std::array{std::int64_t{0}, -last, std::int64_t{1} << 40}));
    values = {rank, -rank, std::int64_t{1} << 40};
    world.all_reduce_max(values);
    EXPECT_EQ(values, (std::array{last, std::int64_t{0}, std::int64_t{1} << 40}));
    values = {rank, -rank, std::int64_t{1} << 40};
    world.all_reduce_sum(values);
    const std::int64_t sum = last * (last + 1) / 2;
    EXPECT_EQ(values, (std::array{sum, -sum, (std::int64_t{1} << 40) * world.size()}));
}

TEST(CommView, ReducesToTheLeastAndAddsUpInOneGo) {
    const CommView world = test_world();
    const std::int64_t rank = world.rank();
    const std::int64_t last = world.size() - 1;
    for (const std::size_t count : {1U, 4U, 30U, 200U}) {
        std::vector<std::int64_t> least(count);
        std::vector<std::int64_t> sums(2 * count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = static_cast<std::int64_t>(i);
            least[i] = number % 2 == 0 ? rank + number : number - rank;
            sums[i] = sums[count + i] = number * (rank + 1);
        }
        world.all_reduce(least, sums);
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = static_cast<std::int64_t>(i);
            EXPECT_EQ(least[i], number % 2 == 0 ? number : number - last);
            EXPECT_EQ(sums[i], number * (last + 1) * (last + 2) / 2);
            EXPECT_EQ(sums[count + i], sums[i]);
        }
    }
}

TEST(CommView, ReducesNothing) {
    std::vector<std::int64_t> values;
    test_world().all_reduce_sum(values);
    EXPECT_TRUE(values.empty());
}

TEST(CommView, AllGatherKeepsTheOrderOfRanks) {
    const CommView world = test_world();
    for (const std::int64_t length : lengths) {
        std::vector<std::byte> expected;
        for (int rank = 0; rank < world.size(); ++rank) {
            const auto bytes = marked_bytes(rank, length);
            expected.insert(expected.end(), bytes.begin(), bytes.end());
        }
        EXPECT_EQ(world.all_gather(marked_bytes(world.rank(), length)), expected);
    }
}

TEST(CommView, GathersMessagesOfDifferentLengths) {
    const CommView world = test_world();
    const auto length_of = [](int rank) { return std::int64_t{rank % 3} * (rank * 1001 + 17); };
    for (int root = 0; root < world.size(); ++root) {
        const auto all = world.gather(marked_bytes(world.rank(), length_of(world.rank())), root);
        ASSERT_EQ(std::ssize(all), world.rank() == root ? world.size() : 0);
        for (int rank = 0; rank < std::ssize(all); ++rank) {
            EXPECT_EQ(all[static_cast<std::size_t>(rank)], marked_bytes(rank, length_of(rank)));
        }
    }
}

TEST(Comm, SplitKeepsTheOrderOfRanks) {
    const CommView world = test_world();
    Result<Comm> split = Comm::split(world, world.rank() % 2);
    ASSERT_TRUE(split.ok());
    Comm half = std::move(split).value();
    EXPECT_EQ(half.view().rank(), world.rank() / 2);
    EXPECT_EQ(half.view().size(), (world.size() + 1 - world.rank() % 2) / 2);
    std::array lowest{std::int64_t{world.rank()}};
    half.view().all_reduce_min(lowest);
    EXPECT_EQ(lowest[0], world.rank() % 2);
    half.close();
}

TEST(Comm, SplitByNodePutsEveryRankOnOneNode) {
    const CommView world = test_world();
    Result<Comm> split = Comm::split_by_node(world);
    ASSERT_TRUE(split.ok());
    Comm node = std::move(split).value();
    std::array first_ranks{std::int64_t{node.view().rank() == 0 ? node.view().size() : 0}};
    world.all_reduce_sum(first_ranks);
    EXPECT_EQ(first_ranks[0], world.size());
    node.close();
}

TEST(Comm, SelfIsAloneAndNeedsNoOtherRank) {
    Comm self = Comm::self();
    EXPECT_EQ(self.view().rank(), 0);
    EXPECT_EQ(self.view().size(), 1);
    if (test_world().rank() == 0) self.view().barrier();
    self.close();
}

TEST(Comm, DuplicateHasTheSameRanks) {
    const CommView world = test_world();
    Result<Comm> duplicate = Comm::duplicate(world.handle());
    ASSERT_TRUE(duplicate.ok());
    Comm mine = std::move(duplicate).value();
    EXPECT_EQ(mine.view().rank(), world.rank());
    EXPECT_EQ(mine.view().size(), world.size());
    mine.view().barrier();
    mine.close();
    mine.close();
    EXPECT_EQ(mine.view().size(), 1);
}

TEST(Comm, MovingLeavesAnEmptyOneThatMayBeClosed) {
    Result<Comm> duplicate = Comm::duplicate(test_world().handle());
    ASSERT_TRUE(duplicate.ok());
    Comm first = std::move(duplicate).value();
    Comm second = std::move(first);
    first.close();
    EXPECT_EQ(second.view().size(), test_world().size());
    second.view().barrier();
    Comm third;
    third = std::move(second);
    second.close();
    third.view().barrier();
    third.close();
}

TEST(Comm, KnowsThatMpiIsRunning) {
    EXPECT_TRUE(is_running());
}

}  // namespace
}  // namespace weft::mpi
