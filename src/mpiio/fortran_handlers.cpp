// SPDX-License-Identifier: BSD-3-Clause
// Error handlers that are made in Fortran. MPI libraries do not tell the functions of such
// handlers, and not all of them call the C function to make one; so calls are intercepted under the
// Fortran names of each library.
#include "mpiio/calls.hpp"

namespace weft::mpiio {
namespace {

using InFortran = HandlerFunction::InFortran;
/// `error`: null if a program of mpi_f08 omits it.
using Create = void(InFortran* function, MPI_Fint* errhandler, MPI_Fint* error);

void create(const char* name, InFortran* function, MPI_Fint* errhandler, MPI_Fint* error) {
    MPI_Fint code = MPI_SUCCESS;
    next(name, static_cast<Create*>(nullptr))(function, errhandler, &code);
    if (code == MPI_SUCCESS)
        note_handler(MPI_Errhandler_f2c(*errhandler), {.in_fortran = function});
    if (error != nullptr) *error = code;
}

}  // namespace
}  // namespace weft::mpiio

using namespace weft::mpiio;

/// mpif.h, and `use mpi`.
WEFT_EXPORTED void mpi_file_create_errhandler_(InFortran* function, MPI_Fint* errhandler,
                                               MPI_Fint* error) {
    create("mpi_file_create_errhandler_", function, errhandler, error);
}

/// `use mpi_f08`.
WEFT_EXPORTED void mpi_file_create_errhandler_f08_(InFortran* function, MPI_Fint* errhandler,
                                                   MPI_Fint* error) {
    create("mpi_file_create_errhandler_f08_", function, errhandler, error);
}
