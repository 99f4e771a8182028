// SPDX-License-Identifier: BSD-3-Clause
// What becomes of a rank whose memory runs out.
#pragma once

#include <new>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// A part of a collective call in which this rank does not communicate: when memory runs out it can
/// still tell the others. Returns what `work()` does, a Status.
template <class Work>
Status local(Work&& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return {Code::enomem, "out of memory"};
    }
}

/// A collective call. When memory runs out elsewhere in it, the others may be waiting for this
/// rank, and it cannot go on: the program's error handler of MPI_COMM_WORLD is called, which by
/// default ends the job. Where it returns, and where this rank is alone, the exception goes on.
template <class Work>
auto together(CommView comm, Work&& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        if (comm.size() > 1) mpi::CommView::raise_out_of_memory();
        throw;
    }
}

}  // namespace weft::mpi
