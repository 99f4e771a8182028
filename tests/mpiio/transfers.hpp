// SPDX-License-Identifier: BSD-3-Clause
// The calls that move data at an explicit offset or at the individual pointer, in one form.
#pragma once

#include <mpi.h>

#include <vector>

namespace mpiio {

struct Transfer {
    MPI_File file;
    MPI_Offset offset;  // for calls that take one
    void* memory;
    int count;
    MPI_Datatype type;
};

/// Starts a transfer; a call that only posts sets the request, a call that is complete the status.
using Start = int (*)(const Transfer&, MPI_Request*, MPI_Status*);
/// The second half of a split collective call.
using End = int (*)(const Transfer&, MPI_Status*);

struct Call {
    const char* name;
    bool is_write;
    bool has_offset;
    bool is_collective;
    bool is_posted;
    Start start;
    End end;  // null unless the call is split
};

const std::vector<Call>& all_calls();

}  // namespace mpiio
