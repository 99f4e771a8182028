// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/transfers.hpp"

#include <gtest/gtest.h>

#include "mpi/mpi_test_bytes.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

constexpr int tag = 9;
constexpr int messages = 20;  // from every rank to every other
using Bytes = std::vector<std::byte>;

std::int64_t length_of(int from, int to, int message) {
    return (from * 7 + to * 3 + message * 1013) % 70'000 + 1;
}

struct Arrival {
    int from = 0;
    int message = 0;
    Bytes bytes;
    Transfers::Ticket ticket = 0;
    bool here = false;
};

/// Redeems tickets, and waits in between, until all messages are here.
template <class Items>
void redeem_all(Transfers& transfers, Items& items) {
    for (std::size_t missing = items.size(); missing > 0;) {
        std::size_t found = 0;
        for (auto& item : items) {
            if (item.here || !transfers.redeem(item.ticket)) continue;
            item.here = true;
            ++found;
        }
        missing -= found;
        if (found == 0) transfers.wait_for_any();
    }
}

TEST(Transfers, ManyMessagesBetweenAllRanksKeepTheirOrderAndTheirBytes) {
    const CommView world = test_world();
    Transfers transfers(world);
    for (int round = 0; round < 3; ++round) {
        std::vector<Arrival> arrivals;
        std::vector<Arrival> sent;
        for (int other = 0; other < world.size(); ++other) {
            if (other == world.rank()) continue;
            for (int message = 0; message < messages; ++message) {
                const auto length =
                    static_cast<std::size_t>(length_of(other, world.rank(), message));
                arrivals.push_back({other, message, Bytes(length)});
                sent.push_back(
                    {other, message,
                     marked_bytes(world.rank(), length_of(world.rank(), other, message))});
            }
        }
        for (Arrival& arrival : arrivals)
            arrival.ticket = transfers.receive(arrival.from, tag, arrival.bytes);
        for (Arrival& out : sent) out.ticket = transfers.send(out.from, tag, out.bytes);
        redeem_all(transfers, arrivals);
        redeem_all(transfers, sent);
        for (const Arrival& arrival : arrivals)
            EXPECT_EQ(arrival.bytes, marked_bytes(arrival.from, std::ssize(arrival.bytes)));
    }
}

}  // namespace
}  // namespace weft::mpi
