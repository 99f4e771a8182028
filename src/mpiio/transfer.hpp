// SPDX-License-Identifier: BSD-3-Clause
// What a call of MPI-IO moves, and how much it has moved.
#pragma once

#include <cstdint>

#include "engine/request/request.hpp"
#include "mpiio/error.hpp"

namespace weft::mpiio {

using engine::Direction;

/// `count` values of a datatype in the program's memory; puts only read it.
struct Buffer {
    void* address = nullptr;
    std::int64_t count = 0;
    MPI_Datatype datatype = MPI_BYTE;
};

/// A transfer between memory and file. `offset`: in etypes from the begin of the view.
struct Transfer {
    const char* call;
    Direction direction;
    std::int64_t offset;
    Buffer memory;
};

struct Moved {
    Error error;
    std::int64_t bytes = 0;  // of memory
};

}  // namespace weft::mpiio
