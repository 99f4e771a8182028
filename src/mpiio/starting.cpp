// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init and MPI_Init_thread register for MPI_Finalize as early as possible: libraries such as
// HDF5 close their files when MPI_Finalize deletes their attributes of MPI_COMM_SELF, in reverse
// order. Each function calls the next one of its own name, so that a tool behind this library,
// which calls PMPI_Init, does not call itself.
#include "mpiio/calls.hpp"
#include "mpiio/finalize.hpp"

namespace weft::mpiio {
namespace {

int begun(int code) {
    if (code == MPI_SUCCESS) watch_for_finalize();
    return code;
}

}  // namespace
}  // namespace weft::mpiio

using namespace weft::mpiio;

WEFT_EXPORTED int MPI_Init(int* argc, char*** argv) {
    return begun(next("MPI_Init", MPI_Init)(argc, argv));
}

WEFT_EXPORTED int PMPI_Init(int* argc, char*** argv) {
    return begun(next("PMPI_Init", PMPI_Init)(argc, argv));
}

WEFT_EXPORTED int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    return begun(next("MPI_Init_thread", MPI_Init_thread)(argc, argv, required, provided));
}

WEFT_EXPORTED int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    return begun(next("PMPI_Init_thread", PMPI_Init_thread)(argc, argv, required, provided));
}
