// SPDX-License-Identifier: BSD-3-Clause
// A file that a program has open by MPI-IO; calls.hpp has the functions of the interface.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "engine/communicator_state.hpp"
#include "mpi/info.hpp"
#include "mpiio/data_access.hpp"
#include "mpiio/error.hpp"
#include "mpiio/transfer.hpp"
#include "mpiio/whole_file.hpp"

namespace weft::mpiio {

/// The file that ranks share, and what this rank does with it.
struct MpiFile {
    /// Collective over `comm`. Uniform: name, amode; the hints of rank 0 count.
    static Error open(MPI_Comm comm, const char* name, int amode, const mpi::Hints& hints,
                      std::unique_ptr<MpiFile>& opened);
    explicit MpiFile(std::shared_ptr<engine::CommunicatorState> state)
        : whole(std::move(state)), access(whole) {}

    WholeFile whole;
    DataAccess access;

    /// A split collective that has begun and not ended; its outcome is already known.
    struct Split {
        const char* ends_with;
        Moved moved;
    };
    std::optional<Split> split;
};

}  // namespace weft::mpiio
