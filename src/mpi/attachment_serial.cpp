// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/attachment.hpp"

#include <utility>

namespace weft::mpi {
namespace {

std::shared_ptr<void>& place() {
    static std::shared_ptr<void> only;
    return only;
}

}  // namespace

std::shared_ptr<void> attached(MPI_Comm /*comm*/) {
    return place();
}

Status attach(MPI_Comm /*comm*/, std::shared_ptr<void> what) {
    place() = std::move(what);
    return {};
}

}  // namespace weft::mpi
