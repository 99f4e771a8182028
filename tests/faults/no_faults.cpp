// SPDX-License-Identifier: BSD-3-Clause
// Linked to the sweep, this makes a library without fault injection of any: the plan never reaches
// it. By MPI's profiling interface.
#include <mpi.h>

#include <cstring>

extern "C" int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
    return std::strcmp(key, "weft_fault") == 0 ? MPI_SUCCESS : PMPI_Info_set(info, key, value);
}
