// SPDX-License-Identifier: BSD-3-Clause
// Random datatypes: etypes, filetypes whose data rise, and memory in any order.
#pragma once

#include "../random_programs/random.hpp"
#include "datatype.hpp"

namespace mpiio {

using random_programs::Random;

struct Etype {
    Datatype type;
    Datatype packed;  // the same signature without holes, for memory
};

Etype random_etype(Random& random);

/// Data that rise and do not overlap, also when copies follow each other; all displacements are
/// multiples of the part's extent and none is negative. `depth` is how many constructors are
/// nested.
Datatype rising(Random& random, const Datatype& part, int depth);

/// Data in any order, also before the origin, that do not overlap, also when copies follow each
/// other.
Datatype scattered(Random& random, const Datatype& part, int depth);

/// Blocks at these displacements, whose constructor is random.
Datatype of_blocks(Random& random, const std::vector<Block>& blocks, const Datatype& part);

int random_order(Random& random);

}  // namespace mpiio
