// SPDX-License-Identifier: BSD-3-Clause
// A message is one MPI message whatever its length, so that the receiver learns all from a matched
// probe: no header, no second message, and no other thread can snatch it in between.
#include "mpi/exchange.hpp"

#include "mpi/byte_run.hpp"
#include "mpi/check.hpp"

namespace weft::mpi {

struct Sends::Requests {
    std::vector<MPI_Request> handles;
};

Sends::Sends() : requests_(std::make_unique<Requests>()) {}

Sends::~Sends() = default;

void Sends::start(CommView comm, int to, int tag, std::span<const std::byte> bytes) {
    const ByteRun run(std::ssize(bytes));
    MPI_Request& request = requests_->handles.emplace_back(MPI_REQUEST_NULL);
    expect_success(
        MPI_Isend(bytes.data(), run.count(), run.datatype(), to, tag, comm.handle(), &request));
}

void Sends::wait() {
    std::vector<MPI_Request>& handles = requests_->handles;
    expect_success(
        MPI_Waitall(static_cast<int>(handles.size()), handles.data(), MPI_STATUSES_IGNORE));
    handles.clear();
}

namespace {

/// `from` may be MPI_ANY_SOURCE. Returns the sender's rank.
int receive_matching(CommView comm, int from, int tag, std::vector<std::byte>& bytes) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    expect_success(MPI_Mprobe(from, tag, comm.handle(), &message, &status));
    MPI_Count length = 0;
    expect_success(MPI_Get_elements_x(&status, MPI_BYTE, &length));
    bytes.resize(static_cast<std::size_t>(length));
    const ByteRun run(length);
    expect_success(
        MPI_Mrecv(bytes.data(), run.count(), run.datatype(), &message, MPI_STATUS_IGNORE));
    return status.MPI_SOURCE;
}

}  // namespace

void receive(CommView comm, int from, int tag, std::vector<std::byte>& bytes) {
    receive_matching(comm, from, tag, bytes);
}

int receive_any(CommView comm, int tag, std::vector<std::byte>& bytes) {
    return receive_matching(comm, MPI_ANY_SOURCE, tag, bytes);
}

}  // namespace weft::mpi
