// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/link_speed.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>

#include "mpi/transfers.hpp"

namespace weft::mpi {
namespace {

constexpr int link_speed_tag = 77;
constexpr std::size_t message_bytes = 256 << 10;
constexpr int turns = 4;

using Clock = std::chrono::steady_clock;

/// Exchanges one message with each neighbour in the ring of nodes; returns the seconds.
double turn_seconds(CommView comm, int to, int from, std::vector<std::byte>& bytes) {
    const std::span<std::byte> all(bytes);
    const auto begun = Clock::now();
    Transfers transfers(comm);
    std::array<Transfers::Ticket, 2> under_way = {
        transfers.receive(from, link_speed_tag, all.first(message_bytes)),
        transfers.send(to, link_speed_tag, all.last(message_bytes))};
    for (const Transfers::Ticket ticket : under_way)
        while (!transfers.redeem(ticket)) transfers.wait_for_any();
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

}  // namespace

double link_byte_seconds(CommView comm, const NodeMap& nodes) {
    if (nodes.count() == 1) return 0;
    const int here = nodes.here().node;
    std::array<std::int64_t, 1> nanoseconds = {0};
    if (nodes.here().place == 0) {
        auto bytes = std::make_unique<std::vector<std::byte>>(2 * message_bytes);
        const int next = nodes.rank((here + 1) % nodes.count(), 0);
        const int last = nodes.rank((here + nodes.count() - 1) % nodes.count(), 0);
        // The first exchange connects the nodes.
        double least = std::numeric_limits<double>::max();
        try {
            for (int turn = 0; turn < turns; ++turn)
                least = std::min(least, turn_seconds(comm, next, last, *bytes));
        } catch (...) {
            static_cast<void>(bytes.release());  // MPI may still be using them
            throw;
        }
        nanoseconds[0] = static_cast<std::int64_t>(least * 1e9);
    }
    comm.all_reduce_max(nanoseconds);
    return 1e-9 * static_cast<double>(nanoseconds[0]) / message_bytes;
}

}  // namespace weft::mpi
