// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/launch_note.hpp"

namespace weft::mpi {

std::string note_of_launch(int launched, int world_size, std::string_view library) {
    if (launched <= 1 || world_size != 1) return {};
    return "a launcher started " + std::to_string(launched) +
           " processes, but each is alone in its MPI_COMM_WORLD: start the program with the "
           "mpiexec of its own MPI library, which is " +
           std::string(library.substr(0, library.find_first_of(",\n")));
}

}  // namespace weft::mpi
