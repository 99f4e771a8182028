// SPDX-License-Identifier: BSD-3-Clause
// Where the ranks of the exchange's model are, what is in the node buffers, and which messages are
// under way.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>

#include "engine/twophase/test_exchange_case.hpp"

namespace weft::engine::twophase::exchange_model {

using Small = std::uint8_t;
inline constexpr int halves = 2;

/// The points at which a rank waits, or checks whether it may go on.
enum Place : Small {
    begin_file,
    // The introduction. At the first four of these places the rank meets its node.
    know_descriptions,
    filled_descriptions,
    opened_for_descriptions,
    settle_descriptions,
    settle_all_descriptions,
    barrier,
    // The client. At the first five of these places the rank meets its node.
    know_batch,
    filled,
    opened,
    received,
    last_received,
    settle_for_batch,
    settle_for_step,
    receive,
    last_receive,
    settle_all,
    finish,
    ended,
};

/// The use that a rank makes of a half.
struct Use {
    Small in_use = 0;
    Small batch = 0;
    Small step = 0;
    Small tickets = 0;  // bit by place in the step: messages of its own that are under way
};

/// What a rank has offered to itself as an aggregator, in order.
struct Offers {
    Small count = 0;
    std::array<Small, halves> half{};
    std::array<Small, halves> place{};
};

struct Rank {
    Place place = begin_file;
    Small file = 0;
    Small meetings = 0;
    Small turns = 0;  // how often it has written a row
    Small own = 0;    // the next batch in which it has bytes
    Small batch = 0;
    Small step = 0;
    Small half = 0;
    std::array<Use, halves> uses{};
    // The rank's state as an aggregator:
    Small posted = 0;  // items, of puts
    Small dealt = 0;   // items that have been placed or sent
    Offers offers;
    Small heard = 0;  // bit by node: its descriptions of this file
    Small hears = 0;  // the node, plus one, whose description is just being received
};

/// Messages of one rank to another that no receive has been posted for, or receives that wait for
/// a message: their matters, in order.
struct Channel {
    static constexpr int most = files * batches;
    Small count = 0;
    Small are_receives = 0;
    std::array<Small, most> matters{};
};

/// The matter of the bytes at each place in the step, and for each member of the node.
using Room = std::array<std::array<Small, most_members>, most_domains>;
/// Marks a place into which MPI is about to put bytes.
inline constexpr Small awaited = 0x80;

struct Row {
    Small turn = 0;
    Small batch = 0;
};

struct Node {
    Small arrivals = 0;
    std::array<std::array<Row, most_members>, halves> rows{};
    std::array<Room, halves> rooms{};
};

/// For each matter and node, a bit for what has been started at one end and one for the other end.
inline constexpr int messages = files * (batches + 1) * most_domains * most_nodes;
using Marks = std::array<Small, messages>;
enum Mark : Small { sent = 1, posted = 2, both = 3 };

struct State {
    std::array<Rank, ranks> rank{};
    std::array<Node, most_nodes> node{};
    std::array<std::array<Channel, ranks>, ranks> channel{};  // from, to
    Marks marks{};
    std::array<Small, files> in_barrier{};  // by sparse exchange
};
static_assert(alignof(State) == 1, "its bytes tell states apart");

/// Keeps the first thing that is wrong.
class Claims {
public:
    void that(bool truth, const char* what) {
        if (!truth && wrong_ == nullptr) wrong_ = what;
    }
    /// Null if nothing is.
    [[nodiscard]] const char* wrong() const { return wrong_; }

private:
    const char* wrong_ = nullptr;
};

inline std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

}  // namespace weft::engine::twophase::exchange_model
