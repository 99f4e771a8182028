// SPDX-License-Identifier: BSD-3-Clause
// Messages to ranks that do not know their senders. A rank enters a nonblocking barrier when all
// its messages have been received; so when the barrier ends, all ranks have received all messages
// (algorithm NBX in T. Hoefler, C. Siebert, A. Lumsdaine: Scalable communication protocols for
// dynamic sparse data exchange, PPoPP 2010).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

class SparseExchange {
public:
    /// Collective. Calls `take(from, bytes)` for each message; those of one rank come in the order
    /// of sending. The tags `tag` and `tag + 1` alternate, because a rank may be one exchange
    /// ahead. Uniform: tag.
    using Take = std::function<void(int from, std::vector<std::byte> bytes)>;
    SparseExchange(CommView comm, int tag, Take take);
    /// The destructor does not wait: MPI may still use the memory of unfinished messages, which is
    /// never freed.
    ~SparseExchange();
    SparseExchange(const SparseExchange&) = delete;
    SparseExchange& operator=(const SparseExchange&) = delete;

    /// Stands for one message, whose bytes must stay valid until it has been received.
    using Ticket = std::size_t;
    /// Sends to another rank.
    [[nodiscard]] Ticket send(int to, std::span<const std::byte> bytes);

    /// Receives messages that have arrived, without waiting.
    void receive();
    /// Receives until all messages with these tickets have been received. Throws Failure, as
    /// receive() does.
    void wait_for(std::span<const Ticket> tickets);
    /// Collective. Receives until all messages of all ranks have been received.
    void finish();

private:
    struct UnderWay;
    CommView comm_;
    int tag_;
    Take take_;
    std::unique_ptr<UnderWay> under_way_;
};

}  // namespace weft::mpi
