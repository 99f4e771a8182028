// SPDX-License-Identifier: BSD-3-Clause
// The introduction (introduction.hpp) of the exchange's model, and its sparse exchange
// (mpi/sparse_exchange.hpp).
#pragma once

#include "engine/twophase/test_exchange_halves.hpp"

namespace weft::engine::twophase::exchange_model {

class Introduction {
public:
    Introduction(const Case& what, Claims& claims)
        : what_(what), claims_(claims), medium_(what, claims), halves_(what, claims) {}

    void begin(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        me.half = 0;
        me.step = 0;
        me.batch = introduction;
        medium_.publish(state, rank, 0);
        meet(state, rank, know_descriptions);
    }

    [[nodiscard]] static bool is_at(const Rank& me) {
        return me.place > begin_file && me.place < know_batch;
    }

    /// Makes the rank's next step; returns false while it must wait.
    [[nodiscard]] bool step(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        if (me.hears != 0) return false;
        if (me.place < settle_descriptions) return meeting_step(state, rank);
        if (me.place == settle_descriptions) {
            if (!halves_.is_settled(state, rank, me.half)) return false;
            halves_.settle(state, rank, me.half);
            meet(state, rank, opened_for_descriptions);
            return true;
        }
        if (me.place == settle_all_descriptions) {
            for (int half = 0; half < halves; ++half) {
                if (!halves_.is_settled(state, rank, half)) return false;
            }
            for (int half = 0; half < halves; ++half) halves_.settle(state, rank, half);
            ++state.in_barrier[me.file];
            me.place = barrier;
            return true;
        }
        return state.in_barrier[me.file] == ranks || what_.fault == Fault::no_barrier;
    }

    /// The end of it.
    void understand(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        if (const std::optional<int> domain = what_.led_by(me.file, rank)) {
            for (int node = 0; node < most_nodes; ++node) {
                const bool is_told = what_.node_has({me.file, introduction, *domain}, node);
                claims_.that((me.heard >> node & 1) == (is_told ? 1 : 0),
                             "an aggregator has not heard from all");
            }
        }
        me.heard = 0;
        me.uses = {};
        me.batch = me.step = 0;
    }

    /// Receives a description of a node. Its sender must be inside of MPI for that.
    [[nodiscard]] bool hear(State& state, int rank, int node) const {
        Rank& me = state.rank[at(rank)];
        if (me.hears != 0 ? me.hears != node + 1 : !listens(me, rank)) return false;
        const std::optional<Matter> matter = first_come(state, rank, node);
        if (!matter) return false;
        const int delegate = what_.delegate(matter->file, matter->domain, node);
        if (is_inside_mpi(state.rank[at(delegate)], delegate)) {
            claims_.that(matter->file == me.file, "a description is of another exchange");
            claims_.that((me.heard >> node & 1) == 0, "a node is heard twice");
            Medium::marks(state, *matter, node) |= posted;
            me.heard |= static_cast<Small>(1 << node);
            me.hears = 0;
        } else if (me.hears == 0) {
            me.hears = static_cast<Small>(node + 1);
        } else {
            return false;
        }
        return true;
    }

private:
    [[nodiscard]] bool meeting_step(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        if (!medium_.has_met(state, rank)) return false;
        switch (me.place) {
            case know_descriptions:
                (void)medium_.lowest_batch(state, rank);
                go_on(state, rank, filled_descriptions);
                break;
            case opened_for_descriptions:
                go_on(state, rank, filled_descriptions);
                break;
            default:  // filled_descriptions
                tell(state, rank);
                ++me.step;
                go_on(state, rank, settle_descriptions);
        }
        return true;
    }

    /// Goes on with the present step, if there is one.
    void go_on(State& state, int rank, Place place) const {
        Rank& me = state.rank[at(rank)];
        if (!what_.fragment(me.file, introduction, what_.node(rank), me.step, 0)) {
            me.place = settle_all_descriptions;
        } else if (place == settle_descriptions) {
            me.place = settle_descriptions;
        } else {
            Halves::use(me);
            halves_.fill(state, rank, me.half);
            meet(state, rank, filled_descriptions);
        }
    }

    void meet(State& state, int rank, Place place) const {
        medium_.come(state, rank);
        state.rank[at(rank)].place = place;
    }

    void tell(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        Use& use = me.uses[me.half];
        halves_.for_each_fragment(state, rank, me.half,
                                  [&](const Matter& matter, const Medium::Spot& spot) {
                                      if (what_.delegate(me.file, matter.domain, spot.node) != rank)
                                          return;
                                      if (what_.aggregator(me.file, matter.domain) == rank) {
                                          medium_.take(state, spot, matter);
                                          me.heard |= static_cast<Small>(1 << spot.node);
                                      } else {
                                          medium_.look(state, spot, matter);
                                          Medium::marks(state, matter, spot.node) |= sent;
                                          use.tickets |= static_cast<Small>(1 << spot.place);
                                      }
                                  });
        me.half ^= 1;
    }

    /// Whether the rank waits inside MPI; otherwise it waits for its node by other means.
    [[nodiscard]] bool is_inside_mpi(const Rank& rank, int number) const {
        return rank.place >= settle_descriptions || rank.hears != 0 || listens(rank, number);
    }
    [[nodiscard]] bool listens(const Rank& me, int rank) const {
        if (me.place >= settle_descriptions) return true;
        return what_.led_by(me.file, rank).has_value() && what_.fault != Fault::deaf_in_meetings;
    }

    /// The first description of a node that has come with the tag that this rank looks for.
    [[nodiscard]] std::optional<Matter> first_come(State& state, int rank, int node) const {
        const int file = state.rank[at(rank)].file;
        for (int other = 0; other < files; ++other) {
            const bool same_tag = other == file || what_.fault == Fault::one_sparse_tag;
            const std::optional<int> domain = what_.led_by(other, rank);
            if (!same_tag || !domain) continue;
            const Matter matter{other, introduction, *domain};
            if (Medium::marks(state, matter, node) == sent) return matter;
        }
        return std::nullopt;
    }

    const Case& what_;
    Claims& claims_;
    Medium medium_;
    Halves halves_;
};

}  // namespace weft::engine::twophase::exchange_model
