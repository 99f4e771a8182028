// SPDX-License-Identifier: BSD-3-Clause
// Messages to ranks that do not know who has one for them. Each rank learns that it has all of
// them from a barrier that does not block, which a rank enters when its own have been received: so
// when it ends, all have (algorithm NBX in T. Hoefler, C. Siebert, A. Lumsdaine: Scalable
// communication protocols for dynamic sparse data exchange, PPoPP 2010).
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
    /// Collective. Calls `take(from, bytes)` for what comes, of one rank in the order in which it
    /// was sent. Two tags, `tag` and the next one, take turns, since a rank may be one exchange
    /// ahead. Uniform: tag.
    using Take = std::function<void(int from, std::vector<std::byte> bytes)>;
    SparseExchange(CommView comm, int tag, Take take);
    /// Does not wait: what has not ended then, MPI may still use for ever.
    ~SparseExchange();
    SparseExchange(const SparseExchange&) = delete;
    SparseExchange& operator=(const SparseExchange&) = delete;

    /// Stands for one message, whose bytes must stay until it has been received.
    using Ticket = std::size_t;
    /// To another rank.
    [[nodiscard]] Ticket send(int to, std::span<const std::byte> bytes);

    /// Receives what has come, without waiting.
    void receive();
    /// Receives until all messages with these tickets have been received. Throws Failure, as
    /// receive() does.
    void wait_for(std::span<const Ticket> tickets);
    /// Collective. Receives until all messages of all ranks have been.
    void finish();

private:
    struct UnderWay;
    CommView comm_;
    int tag_;
    Take take_;
    std::unique_ptr<UnderWay> under_way_;
};

}  // namespace weft::mpi
