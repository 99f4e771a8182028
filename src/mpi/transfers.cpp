// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/transfers.hpp"

#include <cassert>

#include "mpi/byte_run.hpp"
#include "mpi/check.hpp"
#include "mpi/operation.hpp"

namespace weft::mpi {

struct Transfers::Requests {
    enum class State : std::uint8_t { free, under_way, ended };

    std::vector<MPI_Request> handles;  // by ticket; null when not pending
    std::vector<State> states;
    std::vector<Ticket> free;
    std::vector<int> ended;  // room for what MPI reports
};

Transfers::Transfers(CommView comm) : comm_(comm), requests_(std::make_unique<Requests>()) {}

Transfers::~Transfers() = default;

Transfers::Ticket Transfers::new_ticket() {
    Requests& all = *requests_;
    if (all.free.empty()) {
        all.free.push_back(all.handles.size());
        all.handles.push_back(MPI_REQUEST_NULL);
        all.states.push_back(Requests::State::free);
        all.ended.push_back(0);
    }
    const Ticket ticket = all.free.back();
    all.free.pop_back();
    all.states[ticket] = Requests::State::under_way;
    return ticket;
}

Transfers::Ticket Transfers::send(int to, int tag, std::span<const std::byte> bytes) {
    const Ticket ticket = new_ticket();
    const ByteRun run(std::ssize(bytes));
    require(MPI_Isend(bytes.data(), run.count(), run.datatype(), to, tag, comm_.handle(),
                      &requests_->handles[ticket]),
            "MPI_Isend");
    return ticket;
}

Transfers::Ticket Transfers::receive(int from, int tag, std::span<std::byte> bytes) {
    const Ticket ticket = new_ticket();
    const ByteRun run(std::ssize(bytes));
    require(MPI_Irecv(bytes.data(), run.count(), run.datatype(), from, tag, comm_.handle(),
                      &requests_->handles[ticket]),
            "MPI_Irecv");
    return ticket;
}

bool Transfers::redeem(Ticket ticket) {
    Requests& all = *requests_;
    assert(all.states[ticket] != Requests::State::free);
    if (all.states[ticket] == Requests::State::under_way) {
        int has_ended = 0;
        require(MPI_Test(&all.handles[ticket], &has_ended, MPI_STATUS_IGNORE), "MPI_Test");
        if (has_ended == 0) return false;
    }
    all.states[ticket] = Requests::State::free;
    all.free.push_back(ticket);
    return true;
}

void Transfers::wait_for_any() {
    Requests& all = *requests_;
    int count = 0;
    await(comm_, [&all, &count] {
        require(MPI_Testsome(static_cast<int>(all.handles.size()), all.handles.data(), &count,
                             all.ended.data(), MPI_STATUSES_IGNORE),
                "MPI_Testsome");
        return count != 0;
    });
    assert(count != MPI_UNDEFINED && "nothing is under way, so this would wait forever");
    for (int i = 0; i < count; ++i) {
        const auto ticket = static_cast<Ticket>(all.ended[static_cast<std::size_t>(i)]);
        all.states[ticket] = Requests::State::ended;
    }
}

}  // namespace weft::mpi
