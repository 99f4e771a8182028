// SPDX-License-Identifier: BSD-3-Clause
// Which MPI library is loaded. Handles are numbers in some libraries and addresses in others, so a
// program that was compiled with the mpi.h of one family must not call functions of another.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace weft::mpi {

/// Libraries that share an ABI: mpich includes Intel MPI, MVAPICH and Cray MPICH.
enum class Family { open_mpi, mpich, unknown };

/// The family by the text of MPI_Get_library_version.
Family family_of(std::string_view version);

/// Code::empi if Weft was compiled for a known family and a different known one is loaded.
Status compare_families(Family compiled_for, std::string_view version);

/// Local; also before MPI_Init. The same for the library of this process.
Status check_library();

}  // namespace weft::mpi
