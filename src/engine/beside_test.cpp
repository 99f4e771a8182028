// SPDX-License-Identifier: BSD-3-Clause
// Ranks that rewrite windows beside ranks that write into their holes, each on its own: nothing
// that was written is undone.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/engine.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

constexpr std::int64_t cell_bytes = 16;  // dealt out to the ranks in turn
constexpr std::int64_t cells = 512;      // of each rank
constexpr int rounds = 300;

/// Even ranks rewrite windows, odd ones write cell by cell.
Options options_of_rank() {
    return {.method = world().rank() % 2 == 0 ? Method::sieve : Method::direct,
            .sieve_write = Choice::enable,
            .sieve_read_bytes = 4096,
            .sieve_write_bytes = 4096};
}

Sample own_cells(Direction direction, Random& random) {
    const std::int64_t pitch = cell_bytes * world().size();
    return plain_sample(direction, {{cell_bytes * world().rank(), cell_bytes, {{cells, pitch}}}},
                        random);
}

class RanksBeside : public testing::TestWithParam<bool> {};

TEST_P(RanksBeside, RewritingUndoesNothing) {
    SharedFile shared(Bytes(static_cast<std::size_t>(cells * cell_bytes * world().size())));
    Pace pace;
    const EngineFile only{shared.file(), pace};
    Engine engine(world(), std::make_shared<CommunicatorState>(), std::span(&only, 1),
                  options_of_rank());
    if (GetParam()) engine.prepare_independent();
    Random random(my_rank());
    Bytes written(static_cast<std::size_t>(cells * cell_bytes));
    int undone = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample found = own_cells(Direction::get, random);
        ASSERT_TRUE(engine.run_independent(found.request).status.ok());
        undone += found.buffers.front() == written ? 0 : 1;
        const Sample put = own_cells(Direction::put, random);
        ASSERT_TRUE(engine.run_independent(put.request).status.ok());
        written = put.buffers.front();
    }
    EXPECT_EQ(undone, 0);
    world().barrier();
    const Sample last = own_cells(Direction::get, random);
    ASSERT_TRUE(engine.run_independent(last.request).status.ok());
    EXPECT_TRUE(last.buffers.front() == written);
    if (my_rank() % 2 == 1) {
        const std::int64_t writes = rounds * cells;
        EXPECT_EQ(engine.report().locks < writes, GetParam()) << engine.report().locks;
    }
}

INSTANTIATE_TEST_SUITE_P(LocksAloneAndGate, RanksBeside, testing::Bool());

}  // namespace
}  // namespace weft::engine
