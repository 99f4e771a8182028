// SPDX-License-Identifier: BSD-3-Clause
// Whether the launcher of this process belongs to its MPI library. With another launcher each
// process is alone in its MPI_COMM_WORLD: nothing fails, and all processes do the same work on the
// same files.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace weft::mpi {

/// The variables in which launchers tell how many processes they have started. (Variables of batch
/// systems do not help: the programs of a script have them, too, and are meant to be alone.)
inline constexpr std::array launch_sizes{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"};

/// A sentence if several processes were launched and MPI_COMM_WORLD has one; else empty. `library`:
/// the text of MPI_Get_library_version.
std::string note_of_launch(int launched, int world_size, std::string_view library);

/// Local; MPI must be running. The same for this process.
std::string note_of_launch(int launched);

}  // namespace weft::mpi
