// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/sparse_exchange.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

std::vector<std::byte> message(int from, int to, int number, std::size_t length) {
    std::vector<std::byte> bytes(length);
    for (std::size_t i = 0; i < length; ++i)
        bytes[i] = static_cast<std::byte>(from * 31 + to * 7 + number + static_cast<int>(i));
    return bytes;
}

/// The lengths of all messages, by sender and receiver; the same on all ranks.
using Plan = std::map<std::pair<int, int>, std::vector<std::size_t>>;

Plan random_plan(std::mt19937_64& random, int ranks) {
    Plan plan;
    for (int from = 0; from < ranks; ++from) {
        for (int to = 0; to < ranks; ++to) {
            if (to == from || random() % 3 != 0) continue;
            std::vector<std::size_t>& lengths = plan[{from, to}];
            for (std::size_t count = 1 + random() % 3; count > 0; --count)
                lengths.push_back(random() % (random() % 4 == 0 ? 200'000 : 100));
        }
    }
    return plan;
}

TEST(SparseExchange, EverybodyGetsWhatIsSentToItAndNothingOfTheNextExchange) {
    const CommView world = test_world();
    std::mt19937_64 random(11);
    for (int round = 0; round < 60; ++round) {
        const Plan plan = random_plan(random, world.size());
        std::map<int, int> received;
        SparseExchange exchange(world, 40, [&](int from, std::vector<std::byte> bytes) {
            const auto sent = plan.find({from, world.rank()});
            ASSERT_NE(sent, plan.end());
            const int number = received[from]++;
            ASSERT_LT(number, std::ssize(sent->second));
            EXPECT_EQ(bytes, message(from, world.rank(), number,
                                     sent->second[static_cast<std::size_t>(number)]));
        });
        std::vector<std::vector<std::byte>> kept;
        std::vector<SparseExchange::Ticket> tickets;
        for (const auto& [ends, lengths] : plan) {
            if (ends.first != world.rank()) continue;
            for (int number = 0; number < std::ssize(lengths); ++number) {
                kept.push_back(message(world.rank(), ends.second, number,
                                       lengths[static_cast<std::size_t>(number)]));
                tickets.push_back(exchange.send(ends.second, kept.back()));
            }
        }
        if (round % 3 == 0) exchange.wait_for(tickets);
        exchange.finish();
        for (const auto& [ends, lengths] : plan) {
            if (ends.second == world.rank()) {
                EXPECT_EQ(received[ends.first], std::ssize(lengths));
            }
        }
    }
}

}  // namespace
}  // namespace weft::mpi
