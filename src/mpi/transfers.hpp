// SPDX-License-Identifier: BSD-3-Clause
// Messages under way whose sizes both sides know, sends and receives together.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

class Transfers {
public:
    explicit Transfers(CommView comm);
    /// Does not wait. Where a ticket has not been redeemed, MPI may still use its bytes.
    ~Transfers();
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;

    /// Stands for one message. Its bytes must stay until the message has ended.
    using Ticket = std::size_t;
    [[nodiscard]] Ticket send(int to, int tag, std::span<const std::byte> bytes);
    /// The message must be of exactly this size.
    [[nodiscard]] Ticket receive(int from, int tag, std::span<std::byte> bytes);

    /// Whether the message has ended; looks, but does not wait. A ticket that has ended is redeemed
    /// by this.
    [[nodiscard]] bool redeem(Ticket ticket);

    /// Waits until at least one message that was under way has ended. There must be one.
    void wait_for_any();

private:
    struct Requests;
    [[nodiscard]] Ticket new_ticket();

    CommView comm_;
    std::unique_ptr<Requests> requests_;
};

}  // namespace weft::mpi
