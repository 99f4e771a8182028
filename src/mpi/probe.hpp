// SPDX-License-Identifier: BSD-3-Clause
// Messages whose length the receiver learns from a matched probe, so that no other thread can
// receive them in between.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// A message that has arrived and must be received by receive_probed().
struct Probed {
    MPI_Message message = MPI_MESSAGE_NULL;
    int from = 0;
    MPI_Count bytes = 0;
};

/// Looks for a message; empty if none has arrived. `from` may be MPI_ANY_SOURCE. Throws Failure.
std::optional<Probed> probe(CommView comm, int from, int tag);

/// Throws Failure.
std::vector<std::byte> receive_probed(CommView comm, Probed& message);

}  // namespace weft::mpi
