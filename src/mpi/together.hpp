// SPDX-License-Identifier: BSD-3-Clause
// A collective call of the program, from its beginning to its end on a rank.
#pragma once

#include <new>

#include "mpi/comm.hpp"
#include "mpi/failure.hpp"

namespace weft::mpi {

/// A part of a collective call in which this rank does not communicate: if memory runs out or MPI
/// fails, the rank can still tell the others. Returns the Status of `work()`, or that failure.
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

/// A part of a collective call that communicates, followed by work that a rank must also do after a
/// failure, without communicating.
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

/// A collective call. If this rank cannot go on (MPI fails, memory runs out), it tells the others,
/// which may be waiting for it. If another rank cannot, or is in a different call, all return the
/// same failure. Returns the Status of `work()`, or that failure.
template <class Work>
Status together(CommView comm, const Call& call, Work&& work) {
    return comm.leave(attempt(comm, [&] {
        comm.enter(call);
        return work();
    }));
}

}  // namespace weft::mpi
