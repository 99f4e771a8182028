// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/completed_request.hpp"

#include <memory>

namespace weft::mpiio {
namespace {

int answer(void* state, MPI_Status* status) {
    set_status(status, *static_cast<std::int64_t*>(state));
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int forget(void* state) {
    delete static_cast<std::int64_t*>(state);
    return MPI_SUCCESS;
}

int cancel(void* /*state*/, int /*complete*/) {
    return MPI_SUCCESS;  // already completed
}

}  // namespace

void set_status(MPI_Status* status, std::int64_t bytes) {
    if (status == MPI_STATUS_IGNORE) return;
    MPI_Status_set_elements_x(status, MPI_BYTE, bytes);
    MPI_Status_set_cancelled(status, 0);
}

int complete(MPI_Request* request, std::int64_t bytes) {
    auto state = std::make_unique<std::int64_t>(bytes);
    const int started = MPI_Grequest_start(answer, forget, cancel, state.get(), request);
    if (started != MPI_SUCCESS) return started;
    static_cast<void>(state.release());
    return MPI_Grequest_complete(*request);
}

}  // namespace weft::mpiio
