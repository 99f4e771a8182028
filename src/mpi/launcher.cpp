// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/launcher.hpp"

#include "mpi/handles.hpp"

namespace weft::mpi {
namespace {

/// Some libraries write longer texts than the MPI_MAX_LIBRARY_VERSION_STRING of our mpi.h.
constexpr std::size_t longest_version_text = 16384;

}  // namespace

std::string note_of_launch(int launched, int world_size, std::string_view library) {
    if (launched <= 1 || world_size != 1) return {};
    return "a launcher started " + std::to_string(launched) +
           " processes, but each is alone in its MPI_COMM_WORLD: start the program with the "
           "mpiexec of its own MPI library, which is " +
           std::string(library.substr(0, library.find_first_of(",\n")));
}

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
