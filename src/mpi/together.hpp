// SPDX-License-Identifier: BSD-3-Clause
// A collective call of the program, from its beginning to its end on a rank.
#pragma once

#include <new>

#include "mpi/comm.hpp"
#include "mpi/failure.hpp"

namespace weft::mpi {

/// A part of a collective call in which this rank does not communicate: when memory runs out or
/// MPI fails, it can still tell the others. Returns what `work()` does, a Status.
template <class Work>
Status local(Work&& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return {Code::enomem, "out of memory"};
    } catch (const Failure& failure) {
        return failure.status();
    }
}

/// A part of a collective call that communicates, where a rank must do something also after it has
/// failed, but may not communicate any more.
template <class Work>
Status attempt(CommView comm, Work&& work) {
    try {
        return work();
    } catch (const Failure& failure) {
        if (!failure.others_know()) comm.fail(failure.status());
        return comm.verdict_on(failure.status());
    } catch (const std::bad_alloc&) {
        comm.fail({Code::enomem, "out of memory"});
        return {Code::enomem, "out of memory"};
    }
}

/// A collective call. Where this rank cannot go on in the middle of it (MPI fails, memory runs out)
/// it tells the others, who may be waiting for it; where another rank cannot, or is in a different
/// call, all return with the same failure. Returns what `work()` does, a Status, or that failure.
template <class Work>
Status together(CommView comm, const Call& call, Work&& work) {
    return comm.leave(attempt(comm, [&] {
        comm.enter(call);
        return work();
    }));
}

}  // namespace weft::mpi
