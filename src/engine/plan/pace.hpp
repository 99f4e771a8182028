// SPDX-License-Identifier: BSD-3-Clause
// A rank's knowledge of the speed of one file system, which it keeps from file to file.
#pragma once

#include "engine/plan/cost_model.hpp"
#include "engine/plan/speed_level.hpp"

namespace weft::engine {

struct Pace {
    CostModel cost;  // the same on all ranks
    SpeedLevel writes;
    SpeedLevel reads;
};

}  // namespace weft::engine
