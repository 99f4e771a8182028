// SPDX-License-Identifier: BSD-3-Clause
// Point-to-point messages of sizes that the receiver need not know.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// Pending sends, with their bytes. The destructor does not wait; bytes that MPI may still be
/// sending are never freed.
class Sends {
public:
    Sends();
    ~Sends();
    Sends(const Sends&) = delete;
    Sends& operator=(const Sends&) = delete;

    /// Starts to send `bytes` (of any length, also 0) to rank `to` of `comm`.
    void start(CommView comm, int to, int tag, std::vector<std::byte> bytes);
    void wait();

private:
    struct UnderWay;
    std::unique_ptr<UnderWay> under_way_;
};

/// Waits for one message with `tag` from `from` and resizes `bytes` to it.
void receive(CommView comm, int from, int tag, std::vector<std::byte>& bytes);

/// The same for the first message of any rank; returns the rank of the sender.
int receive_any(CommView comm, int tag, std::vector<std::byte>& bytes);

}  // namespace weft::mpi
