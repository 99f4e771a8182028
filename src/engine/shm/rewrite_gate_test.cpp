// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/rewrite_gate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "mpi/mpi_test_world.hpp"

namespace weft::engine::shm {
namespace {

mpi::CommView world() {
    return mpi::test_world();
}

TEST(RewriteGate, WhileOneRewritesNobodyWritesWithoutALock) {
    const auto gate = RewriteGate::create(world());
    ASSERT_NE(gate, nullptr);
    EXPECT_TRUE(gate->to_write());
    RewriteGate::Pass rewriting;
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

TEST(RewriteGate, WhoRewritesWaitsForTheWritesInProgress) {
    const auto gate = RewriteGate::create(world());
    ASSERT_NE(gate, nullptr);
    RewriteGate::Pass writing;
    if (world().rank() == world().size() - 1) writing = gate->to_write();
    world().barrier();
    std::atomic<bool> is_in = false;
    std::thread rewriter([&] {
        const RewriteGate::Pass pass = gate->to_rewrite();
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
}  // namespace weft::engine::shm
