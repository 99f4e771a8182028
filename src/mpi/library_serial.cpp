// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/library.hpp"

namespace weft::mpi {

Status check_library() {
    return {};
}

}  // namespace weft::mpi
