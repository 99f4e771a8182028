// SPDX-License-Identifier: BSD-3-Clause
// The protocol of the ring as a model of atomic steps, run through every interleaving: three ranks,
// three windows, two slots. Each step is one access of Ring or SharedWindows to shared memory, and
// a sleeper moves only when the word that it sleeps on has changed, as with a futex.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/shm/test_ring_state.hpp"

namespace weft::engine::shm::ring_model {

/// Bit n: takes part in window n. With several domains of the file these are not consecutive.
using Windows = std::uint8_t;

enum class Call { get, put, rewriting_put };

class Model {
public:
    Model(Call call, std::array<Windows, ranks> windows_of, int writer_places)
        : put_(call != Call::get),
          reads_(call != Call::put),
          windows_of_(windows_of),
          writer_places_(writer_places) {}

    /// Runs through all states. Returns what is wrong, or nothing.
    std::string run() {
        State start;
        for (std::uint8_t s = 0; s < slots; ++s) start.turn[s] = s;
        start.image.fill(none);
        for (std::size_t r = 0; r < ranks; ++r) {
            Rank& rank = start.rank[r];
            rank.mine = windows_of_[r];
            rank.n = rank.unleft = next_of(rank, 0);
            if (rank.mine == 0) rank.place = await_end;
        }
        std::vector<State> open = {start};
        seen_.insert(key(start));
        while (!open.empty() && wrong_.empty()) {
            const State state = open.back();
            open.pop_back();
            bool moved = false;
            for (std::size_t r = 0; r < ranks; ++r) {
                State after = state;
                if (!step(after, r)) continue;
                moved = true;
                if (seen_.insert(key(after)).second) open.push_back(after);
            }
            if (!moved) check_end(state);
        }
        return wrong_;
    }

private:
    /// States that differ only in what no later step looks at are one. Of a bell that is whether it
    /// has rung since a rank has looked.
    static std::string key(State state) {
        for (Rank& rank : state.rank) {
            const auto is_one_of = [&rank](std::initializer_list<Place> places) {
                return std::ranges::find(places, rank.place) != places.end();
            };
            const bool reads = is_one_of({read, set_ready});
            const bool goes_ahead = is_one_of({ahead, ahead_claim});
            if (!reads) rank.then = 0;
            if (!reads && !goes_ahead && !is_one_of({write, complete, ring_complete})) rank.m = 0;
            const bool helps = is_one_of({help, take_writer, take_full, write, leave_writer,
                                          complete, ring_complete, count});
            if (!helps && !goes_ahead) rank.after = 0;
            const bool has_looked = is_one_of({look_turn, listen, sleep_turn}) ||
                                    rank.after == listen || rank.then == listen;
            if (has_looked) rank.old = rank.old == state.bell[rank.n % slots] ? 0 : 1;
            if (!has_looked && rank.place != sleep_ready) rank.old = 0;
        }
        state.bell.fill(0);
        return {reinterpret_cast<const char*>(&state), sizeof state};
    }
    void claim_that(bool truth, const char* what) {
        if (!truth && wrong_.empty()) wrong_ = what;
    }
    [[nodiscard]] int participants(int n) const {
        int sum = 0;
        for (const Windows mine : windows_of_) sum += mine >> n & 1;
        return sum;
    }
    /// The rank's first window at or behind `from`; `windows` when there is none.
    static std::uint8_t next_of(const Rank& rank, int from) {
        while (from < windows && (rank.mine >> from & 1) == 0) ++from;
        return static_cast<std::uint8_t>(from);
    }
    void check_end(const State& state) {
        for (const Rank& rank : state.rank)
            claim_that(rank.place == ended, "a rank waits for ever");
        claim_that(state.full == 0 && state.writers == 0, "something is left to write");
        for (std::size_t s = 0; s < slots; ++s)
            claim_that(state.arrived[s] == 0 && state.loading[s] == idle && state.waiting[s] == 0,
                       "a slot is not clean");
    }

    void go_help(Rank& me, Place after) const {
        me.place = put_ ? help : ahead;
        me.m = me.unleft;
        me.after = after;
    }

    /// One step of rank r; false when it sleeps or has ended.
    bool step(State& state, std::size_t r) {
        Rank& me = state.rank[r];
        const std::size_t slot = me.n % slots;
        switch (me.place) {
            case await_turn:
                me.old = state.bell[slot];
                me.place = look_turn;
                return true;
            case look_turn:
                if (state.turn[slot] == me.n) {
                    me.place = reads_ ? claim : deposit;
                } else {
                    go_help(me, listen);
                }
                return true;
            case listen:
                ++state.waiting[slot];
                me.place = sleep_turn;
                return true;
            case sleep_turn:
                if (state.bell[slot] == me.old) return false;
                me.place = stop_listening;
                return true;
            case stop_listening:
                --state.waiting[slot];
                me.place = await_turn;
                return true;
            case next:
                me.n = next_of(me, me.n + 1);
                me.place = me.n == windows ? await_end : await_turn;
                return true;
            case await_end:
                if (state.finished != 0) {
                    me = {};
                    me.place = ended;
                } else {
                    go_help(me, sleep_end);
                }
                return true;
            case sleep_end:
                if (state.finished == 0) return false;
                me.place = await_end;
                return true;
            case complete:
                state.turn[me.m % slots] = static_cast<std::uint8_t>(me.m + slots);
                me.place = ring_complete;
                return true;
            case ring_complete:
                ++state.bell[me.m % slots];
                me.place = count;
                return true;
            case count:
                if (++state.completed == windows) state.finished = 1;
                me.place = put_ ? leave_writer : next;
                return true;
            case ended:
                return false;
            default:
                if (me.place < help) return deposit_step(state, me, r);
                return me.place < claim ? write_step(state, me) : get_step(state, me);
        }
    }

    bool deposit_step(State& state, Rank& me, std::size_t r) {
        const std::size_t slot = me.n % slots;
        switch (me.place) {
            case deposit:
                if (state.image[slot] == none && !reads_) state.image[slot] = me.n;
                claim_that(state.image[slot] == me.n, "a deposit into another window");
                state.moved[slot] |= static_cast<std::uint8_t>(1 << r);
                me.unleft = next_of(me, me.n + 1);
                me.place = arrive;
                break;
            case arrive:
                if (++state.arrived[slot] == participants(me.n)) {
                    state.arrived[slot] = 0;
                    me.place = reset_put;
                } else {
                    go_help(me, next);
                }
                break;
            case reset_put:
                state.loading[slot] = idle;
                me.place = mark_full;
                break;
            case mark_full:
                state.full |= static_cast<std::uint8_t>(1 << slot);
                me.place = look_waiting;
                break;
            case look_waiting:
                if (state.waiting[slot] == 0) {
                    go_help(me, next);
                } else {
                    me.place = ring_bell;
                }
                break;
            default:  // ring_bell
                ++state.bell[slot];
                me.place = next;
        }
        return true;
    }

    bool write_step(State& state, Rank& me) {
        switch (me.place) {
            case help:
                if (state.full == 0) {
                    have_written(me);
                } else {
                    me.place = take_writer;
                }
                break;
            case take_writer:
                if (state.writers == writer_places_) {
                    have_written(me);
                } else {
                    ++state.writers;
                    me.place = take_full;
                }
                break;
            case take_full:
                me.m = lowest_full(state);
                if (me.m == none) {
                    me.place = leave_writer;
                } else {
                    state.full &= static_cast<std::uint8_t>(~(1 << me.m % slots));
                    me.place = write;
                }
                break;
            case write:
                claim_that(state.image[me.m % slots] == me.m, "another window is written");
                claim_that(__builtin_popcount(state.moved[me.m % slots]) == participants(me.m),
                           "a window is written before it is complete");
                state.image[me.m % slots] = none;
                state.moved[me.m % slots] = 0;
                me.place = complete;
                break;
            default:  // leave_writer
                --state.writers;
                me.place = help;
        }
        return true;
    }

    /// Nothing is left to write: on to reading ahead, unless the rank does not wait.
    void have_written(Rank& me) const {
        me.place = reads_ && me.after != next ? ahead : static_cast<Place>(me.after);
        me.m = me.unleft;
    }

    bool get_step(State& state, Rank& me) {
        const std::size_t slot = me.n % slots;
        switch (me.place) {
            case claim:
                me.place = await_ready;
                if (state.loading[slot] == idle) begin_read(state, me, me.n, await_ready);
                break;
            case read:
                claim_that(state.turn[me.m % slots] == me.m, "a window is read out of turn");
                claim_that(state.moved[me.m % slots] == 0, "a window is read over what was put");
                state.image[me.m % slots] = me.m;
                me.place = set_ready;
                break;
            case set_ready:
                state.loading[me.m % slots] = ready;
                me.place = me.then;
                break;
            case await_ready:
                if (state.loading[slot] == ready) {
                    me.place = put_ ? deposit : move;
                } else {
                    go_help(me, look_ready);
                }
                break;
            case look_ready:
                me.old = state.loading[slot];
                me.place = me.old == ready ? await_ready : sleep_ready;
                break;
            case sleep_ready:
                if (state.loading[slot] == me.old) return false;
                me.place = await_ready;
                break;
            case move:
                claim_that(state.image[slot] == me.n && state.turn[slot] == me.n,
                           "bytes are taken from another window");
                me.unleft = next_of(me, me.n + 1);
                me.place = leave;
                break;
            case leave:
                me.place = next;
                if (++state.arrived[slot] == participants(me.n)) {
                    state.arrived[slot] = 0;
                    me.place = reset_loading;
                }
                break;
            case reset_loading:
                state.loading[slot] = idle;
                me.m = me.n;
                me.place = complete;
                break;
            case ahead:
                if (me.m == windows || me.m - me.unleft >= slots) {
                    me.place = me.after;
                } else if (state.turn[me.m % slots] == me.m) {
                    me.place = ahead_claim;
                } else {
                    me.m = next_of(me, me.m + 1);
                }
                break;
            default:  // ahead_claim
                if (state.loading[me.m % slots] == idle) {
                    begin_read(state, me, me.m, static_cast<Place>(me.after));
                } else {
                    me.m = next_of(me, me.m + 1);
                    me.place = ahead;
                }
        }
        return true;
    }

    void begin_read(State& state, Rank& me, std::uint8_t n, Place then) const {
        state.loading[n % slots] = claimed;
        me.m = n;
        me.place = read;
        me.then = then;
    }

    std::uint8_t lowest_full(const State& state) const {
        std::uint8_t lowest = none;
        for (std::size_t s = 0; s < slots; ++s) {
            if ((state.full & 1 << s) != 0 && state.turn[s] < lowest) lowest = state.turn[s];
        }
        return lowest;
    }

    bool put_;
    bool reads_;
    std::array<Windows, ranks> windows_of_;
    int writer_places_;
    std::unordered_set<std::string> seen_;
    std::string wrong_;
};

}  // namespace weft::engine::shm::ring_model
