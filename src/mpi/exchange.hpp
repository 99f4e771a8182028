// SPDX-License-Identifier: BSD-3-Clause
// Point-to-point messages whose sizes the receiver learns from the message.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// Sends that are under way. The bytes must stay until wait() returns; the destructor does not
/// wait.
class Sends {
public:
    Sends();
    ~Sends();
    Sends(const Sends&) = delete;
    Sends& operator=(const Sends&) = delete;

    /// Starts to send `bytes` (any length, also 0) to rank `to` of `comm`.
    void start(CommView comm, int to, int tag, std::span<const std::byte> bytes);
    void wait();

private:
    struct Requests;
    std::unique_ptr<Requests> requests_;
};

/// Waits for one message with `tag` from `from` and resizes `bytes` to it.
void receive(CommView comm, int from, int tag, std::vector<std::byte>& bytes);

/// The same from whoever comes first; returns the sender's rank.
int receive_any(CommView comm, int tag, std::vector<std::byte>& bytes);

}  // namespace weft::mpi
