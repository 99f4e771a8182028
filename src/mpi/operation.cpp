// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/operation.hpp"

#include <sched.h>

#include "mpi/check.hpp"

namespace weft::mpi {

void await(CommView comm, const std::function<bool()>& is_done) {
    constexpr int spins = 50;
    constexpr int between_looks = 200;
    for (int tests = 1; !is_done(); ++tests) {
        if (tests % between_looks == 0) comm.look_for_failures();
        if (tests > spins) sched_yield();
    }
}

Operation::Operation(CommView comm, std::size_t send_bytes, std::size_t receive_bytes)
    : comm_(comm), memory_(std::make_unique<Memory>()) {
    memory_->sent.resize(send_bytes);
    memory_->received.resize(receive_bytes);
}

Operation::Operation(CommView comm, std::vector<std::byte>&& sent) : Operation(comm, 0, 0) {
    memory_->sent = std::move(sent);
}

Operation::~Operation() {
    if (memory_->request != MPI_REQUEST_NULL) (void)memory_.release();
}

void Operation::begin(int code, const char* call) {
    call_ = call;
    require(code, call);
}

bool Operation::has_ended() {
    int has_ended = 0;
    require(MPI_Test(&memory_->request, &has_ended, MPI_STATUS_IGNORE), call_);
    return has_ended != 0;
}

void Operation::finish(int code, const char* call) {
    begin(code, call);
    await(comm_, [this] { return has_ended(); });
}

}  // namespace weft::mpi
