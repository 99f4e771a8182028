// SPDX-License-Identifier: BSD-3-Clause
// How a rank of the exchange's model uses the halves of the node buffer, as client and in
// introductions: its own bytes of a step, and the messages that it exchanges for its node.
#pragma once

#include "engine/twophase/test_exchange_aggregator.hpp"

namespace weft::engine::twophase::exchange_model {

class Halves {
public:
    Halves(const Case& what, Claims& claims) : what_(what), medium_(what, claims) {}

    /// `visit(matter, spot)`: all fragments of the step that the rank has in a half.
    template <typename Visit>
    void for_each_fragment(const State& state, int rank, int half, const Visit& visit) const {
        const Rank& me = state.rank[at(rank)];
        const Use& use = me.uses[at(half)];
        for (int place = 0; place < what_.fragments; ++place) {
            const auto matter =
                what_.fragment(me.file, use.batch, what_.node(rank), use.step, place);
            if (matter) visit(*matter, Medium::Spot{what_.node(rank), half, place});
        }
    }
    /// Visits the messages of a half that the rank exchanges with another one, for its node.
    template <typename Visit>
    void for_each_ticket(const State& state, int rank, int half, const Visit& visit) const {
        const Small tickets = state.rank[at(rank)].uses[at(half)].tickets;
        if (tickets == 0) return;
        for_each_fragment(state, rank, half, [&](const Matter& matter, const Medium::Spot& spot) {
            if ((tickets >> spot.place & 1) != 0) visit(matter, spot);
        });
    }

    /// Begins the step that the rank is at, in the half whose turn it is.
    static void use(Rank& me) { me.uses[me.half] = {1, me.batch, me.step, 0}; }

    void fill(State& state, int rank, int half) const {
        for_each_fragment(state, rank, half, [&](const Matter& matter, const Medium::Spot& spot) {
            medium_.fill(state, rank, spot, matter);
        });
    }
    void empty(State& state, int rank, int half) const {
        for_each_fragment(state, rank, half, [&](const Matter& matter, const Medium::Spot& spot) {
            medium_.empty(state, rank, spot, matter);
        });
    }

    /// Whether, as far as this rank knows, no message uses the half any more.
    [[nodiscard]] bool is_settled(State& state, int rank, int half) const {
        bool settled = true;
        for_each_ticket(state, rank, half, [&](const Matter& matter, const Medium::Spot& spot) {
            settled = settled && medium_.has_ended(state, matter, spot.node);
        });
        const Offers& offers = state.rank[at(rank)].offers;
        for (int i = 0; i < offers.count; ++i) settled = settled && offers.half[at(i)] != half;
        return settled;
    }
    /// Counts the bytes as sent or received. That is right only now, because until now MPI might
    /// have touched them.
    void settle(State& state, int rank, int half) const {
        for_each_ticket(state, rank, half, [&](const Matter& matter, const Medium::Spot& spot) {
            if (what_.put() || matter.batch == introduction) {
                medium_.take(state, spot, matter);
            } else {
                medium_.bring(state, spot, matter);
            }
        });
        state.rank[at(rank)].uses[at(half)].tickets = 0;
    }

private:
    const Case& what_;
    Medium medium_;
};

}  // namespace weft::engine::twophase::exchange_model
