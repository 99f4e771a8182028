// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/exchange.hpp"

#include <gtest/gtest.h>

#include <set>

#include "mpi/mpi_test_bytes.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

std::int64_t length_between(int from, int to) {
    return std::int64_t{(from + 2 * to) % 5} * 30011;
}

/// The bytes that `from` sends to all ranks; they outlive the sends.
std::vector<std::vector<std::byte>> outgoing(int from, int rank_count) {
    std::vector<std::vector<std::byte>> messages;
    for (int to = 0; to < rank_count; ++to) {
        messages.push_back(marked_bytes(from, length_between(from, to)));
    }
    return messages;
}

TEST(Exchange, EveryRankToEveryRank) {
    const CommView world = test_world();
    const auto messages = outgoing(world.rank(), world.size());
    Sends sends;
    for (int to = 0; to < world.size(); ++to) {
        sends.start(world, to, 7, messages[static_cast<std::size_t>(to)]);
    }
    for (int from = 0; from < world.size(); ++from) {
        std::vector<std::byte> bytes(99);
        receive(world, from, 7, bytes);
        EXPECT_EQ(bytes, marked_bytes(from, length_between(from, world.rank())));
    }
    sends.wait();
}

TEST(Exchange, AnySenderIsNamedAndComesOnce) {
    const CommView world = test_world();
    const auto messages = outgoing(world.rank(), world.size());
    Sends sends;
    for (int to = 0; to < world.size(); ++to) {
        sends.start(world, to, 8, messages[static_cast<std::size_t>(to)]);
    }
    std::set<int> senders;
    for (int i = 0; i < world.size(); ++i) {
        std::vector<std::byte> bytes;
        const int from = receive_any(world, 8, bytes);
        EXPECT_TRUE(senders.insert(from).second);
        EXPECT_EQ(bytes, marked_bytes(from, length_between(from, world.rank())));
    }
    sends.wait();
    world.barrier();
}

TEST(Exchange, TagsKeepMessagesApartAndOneTagKeepsTheirOrder) {
    const CommView world = test_world();
    const int next = (world.rank() + 1) % world.size();
    const int previous = (world.rank() + world.size() - 1) % world.size();
    const auto first = marked_bytes(world.rank(), 10);
    const auto second = marked_bytes(world.rank(), 20);
    const auto other = marked_bytes(world.rank(), 30);
    Sends sends;
    sends.start(world, next, 4, first);
    sends.start(world, next, 4, second);
    sends.start(world, next, 5, other);
    std::vector<std::byte> bytes;
    receive(world, previous, 5, bytes);
    EXPECT_EQ(bytes, marked_bytes(previous, 30));
    receive(world, previous, 4, bytes);
    EXPECT_EQ(bytes, marked_bytes(previous, 10));
    receive(world, previous, 4, bytes);
    EXPECT_EQ(bytes, marked_bytes(previous, 20));
    sends.wait();
}

TEST(Exchange, SendsCanBeUsedAgainAfterTheyWereWaitedFor) {
    const CommView world = test_world();
    const auto message = marked_bytes(world.rank(), 10);
    Sends sends;
    sends.wait();  // for nothing
    for (int turn = 0; turn < 2; ++turn) {
        sends.start(world, world.rank(), 3, message);
        std::vector<std::byte> bytes;
        receive(world, world.rank(), 3, bytes);
        EXPECT_EQ(bytes, message);
        sends.wait();
    }
    sends.wait();
}

}  // namespace
}  // namespace weft::mpi
