// SPDX-License-Identifier: BSD-3-Clause
// More bytes than an int can count, between two ranks: a program of its own, because it needs ten
// gibibytes of memory.
#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "base/test_pattern.hpp"
#include "mpi/collectives.hpp"
#include "mpi/exchange.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

constexpr std::int64_t length = (std::int64_t{1} << 31) + 12345;

using Bytes = std::vector<std::byte>;

Bytes bytes_of(int sender) {
    Bytes bytes(length);
    TestPattern<std::byte>(sender).fill(bytes.data(), length);
    return bytes;
}

void expect_bytes_of(int sender, const Bytes& bytes) {
    ASSERT_EQ(std::ssize(bytes), length);
    EXPECT_EQ(TestPattern<std::byte>(sender).first_wrong(bytes.data(), length), -1);
}

TEST(LargeMessages, ArriveAsTheyWereSent) {
    const CommView world = test_world();
    ASSERT_EQ(world.size(), 2);
    if (world.rank() == 0) {
        const Bytes bytes = bytes_of(0);
        Sends sends;
        sends.start(world, 1, 9, bytes);
        sends.wait();
    } else {
        Bytes bytes;
        receive(world, 0, 9, bytes);
        expect_bytes_of(0, bytes);
    }
}

TEST(LargeMessages, AreBroadcast) {
    const CommView world = test_world();
    Bytes bytes = world.rank() == 0 ? bytes_of(0) : Bytes(length);
    world.broadcast(std::span(bytes), 0);
    expect_bytes_of(0, bytes);
}

TEST(LargeMessages, AreGathered) {
    const CommView world = test_world();
    const int root = world.size() - 1;
    const auto all = world.gather(bytes_of(world.rank()), root);
    ASSERT_EQ(std::ssize(all), world.rank() == root ? world.size() : 0);
    for (int rank = 0; rank < std::ssize(all); ++rank)
        expect_bytes_of(rank, all[static_cast<std::size_t>(rank)]);
}

}  // namespace
}  // namespace weft::mpi
