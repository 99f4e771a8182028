// SPDX-License-Identifier: BSD-3-Clause
#include "remote/link.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

#include "base/test_seeds.hpp"

namespace weft::remote {
namespace {

Body body_of(std::uint64_t number) {
    return {static_cast<std::byte>(number), static_cast<std::byte>(number >> 8U)};
}

Frame arrived(const Outgoing& sent, std::uint64_t acknowledged) {
    return {sent.kind, sent.number, acknowledged, sent.body};
}

/// Two ends and connections between them, each of which delivers in order until it is lost.
struct World {
    struct Wire {
        std::deque<Frame> to[2];
    };
    Link ends[2];
    std::map<ConnectionId, Wire> wires;
    ConnectionId next_wire = 0;
    std::uint64_t posted[2] = {0, 0};
    std::uint64_t taken[2] = {0, 0};

    void connect() {
        // Both ends acknowledge the frames that have arrived, as greetings do.
        ASSERT_TRUE(ends[0].acknowledge(ends[1].received()));
        ASSERT_TRUE(ends[1].acknowledge(ends[0].received()));
        wires[next_wire++];
    }
    void lose(ConnectionId id) {
        ends[0].lost(id);
        ends[1].lost(id);
        wires.erase(id);
    }
    void send(int from, ConnectionId id) {
        const auto frame = ends[from].next_for(id);
        if (frame == nullptr) return;
        wires.at(id).to[1 - from].push_back(arrived(*frame, ends[from].received()));
    }
    void deliver(int to, ConnectionId id) {
        auto& queue = wires.at(id).to[to];
        if (queue.empty()) return;
        ASSERT_TRUE(ends[to].receive(std::move(queue.front())));
        queue.pop_front();
        while (const auto frame = ends[to].take()) {
            ASSERT_EQ(frame->number, ++taken[to]) << "in order, and once";
            ASSERT_EQ(frame->body, body_of(frame->number));
        }
    }
};

TEST(Link, AllArrivesInOrderAndOnceWhateverIsLost) {
    for (const std::uint64_t seed : test_seeds(300)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        World world;
        for (int step = 0; step < 2000 && !testing::Test::HasFatalFailure(); ++step) {
            const int end = static_cast<int>(random() % 2);
            if (world.wires.empty() || random() % 200 == 0) world.connect();
            auto wire = world.wires.begin();
            std::advance(wire, random() % world.wires.size());
            const std::uint64_t dice = random() % 100;
            if (dice < 25) {
                world.ends[end].post(FrameKind::write, body_of(++world.posted[end]));
            } else if (dice < 60) {
                world.send(end, wire->first);
            } else if (dice < 98) {
                world.deliver(end, wire->first);
            } else {
                world.lose(wire->first);
            }
        }
        // From now on nothing is lost.
        if (world.wires.empty()) world.connect();
        for (int step = 0; step < 20'000; ++step) {
            for (auto& [id, wire] : world.wires) {
                for (const int end : {0, 1}) {
                    world.send(end, id);
                    world.deliver(end, id);
                }
            }
        }
        EXPECT_EQ(world.taken[1], world.posted[0]);
        EXPECT_EQ(world.taken[0], world.posted[1]);
        EXPECT_FALSE(world.ends[0].has_unsent());
    }
}

TEST(Link, KeepsOnlyWhatIsNotAcknowledged) {
    Link link;
    for (std::uint64_t number = 1; number <= 10; ++number) {
        EXPECT_EQ(link.post(FrameKind::write, body_of(number)), number);
        ASSERT_NE(link.next_for(0), nullptr);
    }
    EXPECT_EQ(link.kept_bytes(), 10 * (header_bytes + 2));
    EXPECT_TRUE(link.acknowledge(7));
    EXPECT_EQ(link.kept_bytes(), 3 * (header_bytes + 2));
    link.lost(0);
    EXPECT_EQ(link.next_for(1)->number, 8);
    EXPECT_TRUE(link.acknowledge(10));
    EXPECT_EQ(link.kept_bytes(), 0);
    EXPECT_EQ(link.next_for(1), nullptr);
}

TEST(Link, RefusesWhatCannotBe) {
    Link link;
    EXPECT_FALSE(link.acknowledge(1)) << "never sent";
    EXPECT_FALSE(link.receive({FrameKind::write, std::uint64_t{1} << 40, 0, {}}));
    EXPECT_FALSE(link.receive({FrameKind::write, 1, 5, {}}));
    EXPECT_TRUE(link.receive({FrameKind::write, 1, 0, {}}));
}

TEST(Link, HoldsOnlySoMuchThatComesEarly) {
    Link link;
    bool is_taken = true;
    std::uint64_t number = 2;
    while (is_taken && number < 1000)
        is_taken = link.receive({FrameKind::write, number++, 0, Body(most_data_bytes)});
    EXPECT_FALSE(is_taken) << "a stranger could fill the memory";
}

}  // namespace
}  // namespace weft::remote
