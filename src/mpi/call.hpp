// SPDX-License-Identifier: BSD-3-Clause
// The collective call of the program that a rank is in, as far as the ranks compare it.
#pragma once

#include <cstdint>

namespace weft::mpi {

struct Call {
    const char* name = "";       // of the function, for people; it outlives the call
    std::uint64_t kind = 0;      // ranks that are in one call say the same; 0: not to be compared
    std::int64_t ends_file = 0;  // the number of the file that this rank will have no more; 0: none
};

}  // namespace weft::mpi
