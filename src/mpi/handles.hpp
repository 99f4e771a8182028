// SPDX-License-Identifier: BSD-3-Clause
// The handle types of MPI, or their one-rank stand-ins in a serial build.
#pragma once

#if defined(WEFT_SERIAL)
using MPI_Comm = int;
using MPI_Info = int;
using MPI_Datatype = int;
using MPI_Offset = long long;
#else
#include <mpi.h>
#endif
