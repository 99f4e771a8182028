// SPDX-License-Identifier: BSD-3-Clause
// What the ranks of the exchange's model share: the meetings, rows and rooms of their node buffer
// (node_buffer.hpp), and messages. Claims what must hold of them.
#pragma once

#include "engine/twophase/test_exchange_state.hpp"

namespace weft::engine::twophase::exchange_model {

class Medium {
public:
    Medium(const Case& what, Claims& claims) : what_(what), claims_(claims) {}

    // Meetings

    void come(State& state, int rank) const {
        ++state.rank[at(rank)].meetings;
        ++node_of(state, rank).arrivals;
    }
    /// Whether the last meeting that the rank has come to is complete.
    [[nodiscard]] bool has_met(State& state, int rank) const {
        return node_of(state, rank).arrivals >=
               state.rank[at(rank)].meetings * what_.members(what_.node(rank));
    }

    // Rows

    void publish(State& state, int rank, Small batch) const {
        const Small turn = ++state.rank[at(rank)].turns;
        rows_of(state, rank)[at(what_.member(rank))] = {turn, batch};
    }
    /// The lowest batch that a rank of the node has published.
    Small lowest_batch(State& state, int rank) const {
        Small lowest = batches;
        for (int member = 0; member < what_.members(what_.node(rank)); ++member) {
            const Row& row = rows_of(state, rank)[at(member)];
            claims_.that(row.turn == state.rank[at(rank)].turns, "a row is of another batch");
            if (row.batch < lowest) lowest = row.batch;
        }
        return lowest;
    }

    // Rooms

    /// The place of a node's bytes for a message.
    struct Spot {
        int node = 0;
        int half = 0;
        int place = 0;  // in the step
    };

    /// A rank's own bytes, to or from the program.
    void fill(State& state, int rank, const Spot& spot, const Matter& matter) const {
        change(state, rank, spot, matter, 0, matter.number());
    }
    void empty(State& state, int rank, const Spot& spot, const Matter& matter) const {
        change(state, rank, spot, matter, matter.number(), 0);
    }

    /// The bytes of all ranks of the node: they have gone; they are about to come; they have come.
    void take(State& state, const Spot& spot, const Matter& matter) const {
        change_all(state, spot, matter, matter.number(), 0);
    }
    void await(State& state, const Spot& spot, const Matter& matter) const {
        change_all(state, spot, matter, 0, awaited | matter.number());
    }
    void bring(State& state, const Spot& spot, const Matter& matter) const {
        change_all(state, spot, matter, awaited | matter.number(), matter.number());
    }
    /// Checks that all bytes of the message are there.
    void look(State& state, const Spot& spot, const Matter& matter) const {
        change_all(state, spot, matter, matter.number(), matter.number());
    }

    // Messages

    struct Route {
        int from = 0;
        int to = 0;
    };
    void send(State& state, const Route& route, const Matter& matter, int node) const {
        marks(state, matter, node) |= sent;
        meet_other_end(channel(state, route), matter, false);
    }
    void post_receive(State& state, const Route& route, const Matter& matter, int node) const {
        marks(state, matter, node) |= posted;
        meet_other_end(channel(state, route), matter, true);
    }
    /// Whether the message has ended: at both ends, except for a send that ends at once.
    [[nodiscard]] bool has_ended(State& state, const Matter& matter, int node) const {
        return marks(state, matter, node) == both;
    }
    /// The marks of the message between a node and the aggregator of a domain.
    static Small& marks(State& state, const Matter& matter, int node) {
        return state.marks[at((matter.number() - 1) * most_nodes + node)];
    }

private:
    [[nodiscard]] Node& node_of(State& state, int rank) const {
        return state.node[at(what_.node(rank))];
    }

    [[nodiscard]] std::array<Row, most_members>& rows_of(State& state, int rank) const {
        const int turn = what_.fault == Fault::rows_in_one_half ? 0 : state.rank[at(rank)].turns;
        return node_of(state, rank).rows[at(turn % halves)];
    }

    void change(State& state, int rank, const Spot& spot, const Matter& matter, int before,
                int after) const {
        if (!what_.has(matter, rank)) return;
        Small& bytes =
            state.node[at(spot.node)].rooms[at(spot.half)][at(spot.place)][at(what_.member(rank))];
        claims_.that(bytes == before, "bytes of the node buffer are not those that belong there");
        bytes = static_cast<Small>(after);
    }
    void change_all(State& state, const Spot& spot, const Matter& matter, int before,
                    int after) const {
        for (int rank = 0; rank < ranks; ++rank) {
            if (what_.node(rank) == spot.node) change(state, rank, spot, matter, before, after);
        }
    }

    static Channel& channel(State& state, const Route& route) {
        return state.channel[at(route.from)][at(route.to)];
    }
    /// Meets the other end as MPI does: the first waiting send goes to the first waiting receive.
    void meet_other_end(Channel& channel, const Matter& matter, bool is_receive) const {
        if (channel.count > 0 && (channel.are_receives != 0) != is_receive) {
            claims_.that(channel.matters[0] == matter.number(), "a message is received as another");
            --channel.count;
            for (int i = 0; i < channel.count; ++i)
                channel.matters[at(i)] = channel.matters[at(i + 1)];
            channel.matters[at(channel.count)] = 0;
            if (channel.count == 0) channel.are_receives = 0;
        } else {
            channel.are_receives = is_receive ? 1 : 0;
            channel.matters[channel.count++] = matter.number();
        }
    }

    const Case& what_;
    Claims& claims_;
};

}  // namespace weft::engine::twophase::exchange_model
