// SPDX-License-Identifier: BSD-3-Clause
// Whether the launcher of this process is that of its MPI library. Where it is another's, each of
// the processes takes itself for the whole program: nothing fails, and all do the same work to the
// same files.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace weft::mpi {

/// In which launchers say how many processes they have started. (Those that only batch systems set
/// are no help: a script has them, too, whose programs are meant to be alone.)
inline constexpr std::array launch_sizes{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"};

/// A sentence where several were launched and MPI_COMM_WORLD has one, else nothing. `library`: what
/// MPI_Get_library_version says.
std::string note_of_launch(int launched, int world_size, std::string_view library);

/// Local; MPI must be running. The same for this process.
std::string note_of_launch(int launched);

}  // namespace weft::mpi
