// SPDX-License-Identifier: BSD-3-Clause
// Which MPI library answers. Handles are numbers to some libraries and addresses to others, so a
// program that was compiled with one family's mpi.h must not reach functions of another.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace weft::mpi {

/// Libraries that share an ABI: MPICH's is that of Intel MPI, MVAPICH and Cray MPICH, too.
enum class Family { open_mpi, mpich, unknown };

/// By what MPI_Get_library_version says.
Family family_of(std::string_view version);

/// Code::empi where Weft was compiled for one known family and another known one answers.
Status compare_families(Family compiled_for, std::string_view version);

/// Local; before MPI_Init as well. The same for what answers in this process.
Status check_library();

}  // namespace weft::mpi
