// SPDX-License-Identifier: BSD-3-Clause
#include "engine/node/gate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "mpi/mpi_test_world.hpp"

namespace weft::engine::node {
namespace {

mpi::CommView world() {
    return mpi::test_world();
}

TEST(Gate, WhileOneRewritesNobodyWritesWithoutALock) {
    const auto gate = Gate::create(world());
    ASSERT_NE(gate, nullptr);
    EXPECT_TRUE(gate->to_write());
    Gate::Pass rewriting;
    world().barrier();
    if (world().rank() == 0) rewriting = gate->to_rewrite();
    world().barrier();
    EXPECT_FALSE(gate->to_write());
    EXPECT_TRUE(gate->to_rewrite()) << "locks keep those who rewrite apart";
    world().barrier();
    rewriting = {};
    world().barrier();
    EXPECT_TRUE(gate->to_write());
}

TEST(Gate, WhoRewritesWaitsForTheWritesInProgress) {
    const auto gate = Gate::create(world());
    ASSERT_NE(gate, nullptr);
    Gate::Pass writing;
    if (world().rank() == world().size() - 1) writing = gate->to_write();
    world().barrier();
    std::atomic<bool> is_in = false;
    std::thread rewriter([&] {
        const Gate::Pass pass = gate->to_rewrite();
        is_in = static_cast<bool>(pass);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(is_in);
    world().barrier();
    writing = {};
    rewriter.join();
    EXPECT_TRUE(is_in);
}

}  // namespace
}  // namespace weft::engine::node
