// SPDX-License-Identifier: BSD-3-Clause
// What a file's earlier calls have to do with the plan of a later one.
#include <gtest/gtest.h>

#include "engine/engine.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

constexpr std::int64_t cell = 64;
constexpr std::int64_t records = 16;

/// All ranks' cells of one variable, of two that take turns in records of less than a page.
Sample own_cells(int variable, Random& random) {
    const std::int64_t row = cell * world().size();
    const std::int64_t begin = variable * row + cell * world().rank();
    return plain_sample(Direction::put, {{begin, cell, {{records, 2 * row + 2048}}}}, random);
}

/// A rank alone does not keep them in mind.
TEST(PlanningOnSeveralRanks, PagesThatAVariableHasMadeAreNotNewToTheNext) {
    SharedFile shared({});
    Pace pace;
    pace.cost.write_call = 0.5e-6;
    pace.cost.new_island = 20e-6;
    Engine engine = engine_over(shared.file(), pace, {.shared_memory = Choice::disable});
    Random random(my_rank());
    const auto direct_seconds = [&](int variable) {
        const Outcome put = engine.run_collective(own_cells(variable, random).request, 0).outcome;
        EXPECT_TRUE(put.status.ok());
        return *engine.report().last_reason->of(Method::direct);
    };
    const double in_new_pages = direct_seconds(0);
    EXPECT_LT(direct_seconds(1), in_new_pages / 2);
}

}  // namespace
}  // namespace weft::engine
