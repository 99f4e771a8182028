// SPDX-License-Identifier: BSD-3-Clause
// The note about a process that a launcher has started without its MPI library. Calls no MPI.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace weft::mpi {

/// The variables in which launchers tell how many processes they have started. (Variables of batch
/// systems do not help: the programs of a script have them, too, and are meant to be alone.)
inline constexpr std::array launch_sizes{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"};

/// The longest version text: some libraries exceed the MPI_MAX_LIBRARY_VERSION_STRING of our mpi.h.
inline constexpr std::size_t longest_version_text = 16384;

/// A sentence if several processes were launched and MPI_COMM_WORLD has one; else empty. `library`:
/// the text of MPI_Get_library_version.
std::string note_of_launch(int launched, int world_size, std::string_view library);

}  // namespace weft::mpi
