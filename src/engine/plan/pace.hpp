// SPDX-License-Identifier: BSD-3-Clause
// What a rank knows of the speed of one file system, and keeps from file to file.
#pragma once

#include "engine/plan/cost_model.hpp"
#include "engine/plan/speed_level.hpp"
#include "engine/plan/write_sizes.hpp"

namespace weft::engine {

struct Pace {
    void learn(const CostModel& measured) {
        cost = measured;
        write_sizes.expect(write_seconds(WriteSizes::small_bytes, cost), write_seconds(0, cost));
    }

    CostModel cost;  // the same on all ranks
    SpeedLevel writes;
    SpeedLevel reads;
    WriteSizes write_sizes;
};

}  // namespace weft::engine
