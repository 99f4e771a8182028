// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init and MPI_Init_thread, as soon after which as can be the end is watched: libraries such as
// HDF5 close their files when MPI_Finalize deletes what they keep with MPI_COMM_SELF, in the
// reverse order. Each name goes on to the next function of its own name, so that a tool behind this
// library, which calls PMPI_Init, does not come back to itself.
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
