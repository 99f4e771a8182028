// SPDX-License-Identifier: BSD-3-Clause
// Without MPI there is nothing to take hints from or to hand them to.
#include "mpi/info.hpp"

namespace weft::mpi {

Hints hints_of(MPI_Info /*info*/) {
    return {};
}

MPI_Info info_of(const Hints& /*hints*/) {
    return {};
}

}  // namespace weft::mpi
