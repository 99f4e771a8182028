// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/sparse_exchange.hpp"

#include <utility>

#include "mpi/byte_run.hpp"
#include "mpi/check.hpp"
#include "mpi/operation.hpp"
#include "mpi/probe.hpp"

namespace weft::mpi {

struct SparseExchange::UnderWay {
    std::vector<MPI_Request> sends;  // by ticket
};

SparseExchange::SparseExchange(CommView comm, int tag, Take take)
    : comm_(comm),
      tag_(tag + comm.count_sparse_exchange() % 2),
      take_(std::move(take)),
      under_way_(std::make_unique<UnderWay>()) {}

SparseExchange::~SparseExchange() = default;

SparseExchange::Ticket SparseExchange::send(int to, std::span<const std::byte> bytes) {
    std::vector<MPI_Request>& sends = under_way_->sends;
    sends.push_back(MPI_REQUEST_NULL);
    const ByteRun run(std::ssize(bytes));
    // Synchronous: it ends when the message is received, not when MPI has buffered it.
    require(MPI_Issend(bytes.data(), run.count(), run.datatype(), to, tag_, comm_.handle(),
                       &sends.back()),
            "MPI_Issend");
    return sends.size() - 1;
}

void SparseExchange::receive() {
    while (std::optional<Probed> message = probe(comm_, MPI_ANY_SOURCE, tag_)) {
        const int from = message->from;
        take_(from, receive_probed(comm_, *message));
    }
}

void SparseExchange::wait_for(std::span<const Ticket> tickets) {
    await(comm_, [&] {
        receive();
        for (const Ticket ticket : tickets) {
            int has_ended = 0;
            require(MPI_Test(&under_way_->sends[ticket], &has_ended, MPI_STATUS_IGNORE),
                    "MPI_Test");
            if (has_ended == 0) return false;
        }
        return true;
    });
}

void SparseExchange::finish() {
    if (comm_.size() == 1) return;
    std::vector<Ticket> all(under_way_->sends.size());
    for (Ticket ticket = 0; ticket < all.size(); ++ticket) all[ticket] = ticket;
    wait_for(all);
    Operation barrier(comm_, 0, 0);
    barrier.begin(MPI_Ibarrier(comm_.handle(), barrier.request()), "MPI_Ibarrier");
    await(comm_, [&] {
        receive();
        return barrier.has_ended();
    });
}

}  // namespace weft::mpi
