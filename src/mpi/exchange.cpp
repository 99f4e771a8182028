// SPDX-License-Identifier: BSD-3-Clause
// Each message is one MPI message, so that the receiver learns its length from a probe, without a
// header or a second message.
#include "mpi/exchange.hpp"

#include <deque>
#include <utility>

#include "mpi/byte_run.hpp"
#include "mpi/check.hpp"
#include "mpi/operation.hpp"
#include "mpi/probe.hpp"

namespace weft::mpi {

struct Sends::UnderWay {
    CommView comm;
    std::vector<MPI_Request> requests;
    std::deque<std::vector<std::byte>> bytes;
};

Sends::Sends() : under_way_(std::make_unique<UnderWay>()) {}

Sends::~Sends() {
    if (!under_way_->requests.empty()) (void)under_way_.release();
}

void Sends::start(CommView comm, int to, int tag, std::vector<std::byte> bytes) {
    UnderWay& all = *under_way_;
    all.comm = comm;
    const std::vector<std::byte>& kept = all.bytes.emplace_back(std::move(bytes));
    const ByteRun run(std::ssize(kept));
    MPI_Request request = MPI_REQUEST_NULL;
    require(MPI_Isend(kept.data(), run.count(), run.datatype(), to, tag, comm.handle(), &request),
            "MPI_Isend");
    all.requests.push_back(request);
}

void Sends::wait() {
    std::vector<MPI_Request>& requests = under_way_->requests;
    await(under_way_->comm, [&requests] {
        int have_ended = 0;
        require(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &have_ended,
                            MPI_STATUSES_IGNORE),
                "MPI_Testall");
        return have_ended != 0;
    });
    requests.clear();
    under_way_->bytes.clear();
}

namespace {

/// `from` may be MPI_ANY_SOURCE. Returns the rank of the sender.
int receive_matching(CommView comm, int from, int tag, std::vector<std::byte>& bytes) {
    std::optional<Probed> message;
    await(comm, [&] { return (message = probe(comm, from, tag)).has_value(); });
    bytes = receive_probed(comm, *message);
    return message->from;
}

}  // namespace

void receive(CommView comm, int from, int tag, std::vector<std::byte>& bytes) {
    receive_matching(comm, from, tag, bytes);
}

int receive_any(CommView comm, int tag, std::vector<std::byte>& bytes) {
    return receive_matching(comm, MPI_ANY_SOURCE, tag, bytes);
}

}  // namespace weft::mpi
