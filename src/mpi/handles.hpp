// SPDX-License-Identifier: BSD-3-Clause
// The handle types of MPI, or their stand-ins in a serial build.
#pragma once

#if defined(WEFT_SERIAL)
#include "mpi/serial/mpi.h"
#else
// The C++ bindings that MPI-3.0 removed come along with some mpi.h unless told not to.
#if !defined(OMPI_SKIP_MPICXX)
#define OMPI_SKIP_MPICXX 1
#endif
#if !defined(MPICH_SKIP_MPICXX)
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>
#endif
