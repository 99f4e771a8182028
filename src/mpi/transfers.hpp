// SPDX-License-Identifier: BSD-3-Clause
// Pending messages whose sizes both sides know: sends and receives.
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
    /// The destructor does not wait. MPI may still use the bytes of tickets that are not redeemed.
    ~Transfers();
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;

    /// Stands for one message, whose bytes must stay valid until it has ended.
    using Ticket = std::size_t;
    [[nodiscard]] Ticket send(int to, int tag, std::span<const std::byte> bytes);
    /// The message must have exactly this size.
    [[nodiscard]] Ticket receive(int from, int tag, std::span<std::byte> bytes);

    /// Whether the message has ended; does not wait. Redeems the ticket if it has.
    [[nodiscard]] bool redeem(Ticket ticket);

    /// Waits until at least one pending message has ended. There must be one.
    void wait_for_any();

private:
    struct Requests;
    [[nodiscard]] Ticket new_ticket();

    CommView comm_;
    std::unique_ptr<Requests> requests_;
};

}  // namespace weft::mpi
