// SPDX-License-Identifier: BSD-3-Clause
// The client (client.hpp) of the exchange's model.
#pragma once

#include "engine/twophase/test_exchange_halves.hpp"

namespace weft::engine::twophase::exchange_model {

class Client {
public:
    Client(const Case& what, Claims& claims)
        : what_(what), medium_(what, claims), halves_(what, claims), aggregator_(what, claims) {}

    /// Goes on to the first batch of a file.
    void begin(Rank& me, int rank) const {
        me.own = static_cast<Small>(what_.next_batch(me.file, 0, rank));
        me.half = 0;
        me.place = settle_for_batch;
    }

    /// Makes the rank's next step; returns false while it must wait.
    [[nodiscard]] bool step(State& state, int rank) const {
        const Rank& me = state.rank[at(rank)];
        switch (me.place) {
            case know_batch:
            case filled:
            case opened:
            case received:
            case last_received:
                return meeting_step(state, rank);
            case settle_for_batch:
                if (!settle_before_meeting(state, rank)) return false;
                medium_.publish(state, rank, me.own);
                meet(state, rank, know_batch);
                return true;
            case settle_for_step:
                if (!settle_before_meeting(state, rank)) return false;
                meet(state, rank, opened);
                return true;
            case receive:
                return settle_and_meet(state, rank, me.half, received);
            case last_receive:
                return settle_and_meet(state, rank, me.half ^ 1, last_received);
            default:
                return last_step(state, rank);
        }
    }

private:
    [[nodiscard]] bool meeting_step(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        if (!medium_.has_met(state, rank)) return false;
        switch (me.place) {
            case know_batch:
                if (!settle_behind_meeting(state, rank)) return false;
                begin_batch(state, rank);
                break;
            case opened:
                if (!settle_behind_meeting(state, rank)) return false;
                take_step(state, rank);
                break;
            case filled:
                start_messages(state, rank);
                go_to_next_step(state, rank);
                break;
            case received:
                take_out(state, rank, me.half);
                go_to_next_step(state, rank);
                break;
            default:  // last_received
                take_out(state, rank, me.half ^ 1);
                me.place = settle_all;
        }
        return true;
    }

    [[nodiscard]] bool last_step(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        if (me.place == settle_all) {
            if (!settle(state, rank, 0) || !settle(state, rank, 1)) return false;
            me.place = finish;
            return true;
        }
        if (!aggregator_.is_finished(state, rank)) return false;
        me.uses = {};
        me.posted = me.dealt = 0;
        me.place = ++me.file == files ? ended : begin_file;
        return true;
    }

    void meet(State& state, int rank, Place place) const {
        medium_.come(state, rank);
        state.rank[at(rank)].place = place;
    }

    [[nodiscard]] bool settle(State& state, int rank, int half) const {
        if (!halves_.is_settled(state, rank, half)) return false;
        halves_.settle(state, rank, half);
        return true;
    }
    [[nodiscard]] bool settle_before_meeting(State& state, int rank) const {
        return what_.fault == Fault::late_settling ||
               settle(state, rank, state.rank[at(rank)].half);
    }
    [[nodiscard]] bool settle_behind_meeting(State& state, int rank) const {
        return what_.fault != Fault::late_settling ||
               settle(state, rank, state.rank[at(rank)].half);
    }
    [[nodiscard]] bool settle_and_meet(State& state, int rank, int half, Place place) const {
        if (!settle(state, rank, half)) return false;
        if (what_.fault != Fault::no_meeting_received) medium_.come(state, rank);
        state.rank[at(rank)].place = place;
        return true;
    }

    void begin_batch(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        const Small batch = medium_.lowest_batch(state, rank);
        me.step = 0;
        if (batch < batches) {
            me.batch = batch;
            if (me.own == batch)
                me.own = static_cast<Small>(what_.next_batch(me.file, batch + 1, rank));
            take_step(state, rank);
        } else {
            const bool has_step = !what_.put() && me.uses[me.half ^ 1].in_use != 0;
            me.batch = 0;
            me.place = has_step ? last_receive : settle_all;
        }
    }

    void take_step(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        Halves::use(me);
        if (what_.put()) {
            halves_.fill(state, rank, me.half);
            if (what_.fault != Fault::no_meeting_filled) medium_.come(state, rank);
            me.place = filled;
            return;
        }
        start_messages(state, rank);
        me.place = receive;
        if (me.uses[me.half].in_use == 0) go_to_next_step(state, rank);
    }

    void start_messages(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        Use& use = me.uses[me.half];
        halves_.for_each_fragment(
            state, rank, me.half, [&](const Matter& matter, const Medium::Spot& spot) {
                if (what_.delegate(me.file, matter.domain, spot.node) != rank) return;
                const int aggregator = what_.aggregator(me.file, matter.domain);
                if (what_.put()) {
                    medium_.look(state, spot, matter);
                } else {
                    medium_.await(state, spot, matter);
                }
                if (aggregator == rank) {
                    aggregator_.offer(me, spot);
                    return;
                }
                if (!what_.put()) {
                    medium_.post_receive(state, {aggregator, rank}, matter, spot.node);
                } else {
                    medium_.send(state, {rank, aggregator}, matter, spot.node);
                }
                if (what_.put() && what_.sends == Sends::eager) {
                    medium_.take(state, spot, matter);
                } else {
                    use.tickets |= static_cast<Small>(1 << spot.place);
                }
            });
        me.half ^= 1;
    }

    void take_out(State& state, int rank, int half) const {
        halves_.empty(state, rank, half);
        state.rank[at(rank)].uses[at(half)].in_use = 0;
    }

    void go_to_next_step(State& state, int rank) const {
        Rank& me = state.rank[at(rank)];
        ++me.step;
        const bool has_more =
            what_.fragment(me.file, me.batch, what_.node(rank), me.step, 0).has_value();
        me.place = has_more ? settle_for_step : settle_for_batch;
    }

    const Case& what_;
    Medium medium_;
    Halves halves_;
    Aggregator aggregator_;
};

}  // namespace weft::engine::twophase::exchange_model
