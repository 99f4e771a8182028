// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/launcher.hpp"

#include "mpi/handles.hpp"

namespace weft::mpi {

std::string note_of_launch(int launched) {
    if (launched <= 1) return {};
    int world_size = 0;
    std::array<char, longest_version_text> version{};
    int length = 0;
    if (MPI_Comm_size(MPI_COMM_WORLD, &world_size) != MPI_SUCCESS ||
        MPI_Get_library_version(version.data(), &length) != MPI_SUCCESS)
        return {};
    return note_of_launch(launched, world_size, version.data());
}

}  // namespace weft::mpi
