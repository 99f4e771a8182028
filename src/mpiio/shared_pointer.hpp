// SPDX-License-Identifier: BSD-3-Clause
// The file pointer that the ranks of a file share, in etypes: a word in the memory of rank 0, which
// the others reach with one-sided calls, whether they share memory with it or not.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "mpi/comm.hpp"

namespace weft::mpiio {

class SharedPointer {
public:
    SharedPointer() = default;
    SharedPointer(const SharedPointer&) = delete;
    SharedPointer& operator=(const SharedPointer&) = delete;

    /// Collective. It has no position before the first set(), for which all ranks must have it.
    Status open(mpi::CommView comm);
    /// Collective.
    void close();

    /// Moves it on by so many etypes, and says where it was.
    Result<std::int64_t> advance(std::int64_t etypes);
    Result<std::int64_t> position() { return advance(0); }
    /// Collective: rank 0 does it, and no rank goes on before it is done.
    Status set(mpi::CommView comm, std::int64_t position);

private:
    MPI_Win window_ = MPI_WIN_NULL;
    std::int64_t alone_ = 0;
    std::int64_t* word_ = nullptr;
};

}  // namespace weft::mpiio
