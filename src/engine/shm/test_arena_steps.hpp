// SPDX-License-Identifier: BSD-3-Clause
// The protocol of windows in shared memory as atomic steps. Each step is one access of WindowArena,
// WriterSlots or SharedWindows to shared memory, and a sleeper moves only when the word that it
// sleeps on has changed, as with a futex. What must hold is claimed where it could fail.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/shm/test_arena_state.hpp"

namespace weft::engine::shm::arena_model {

/// The steps of every rank in a call, from any state of all ranks.
class Steps {
public:
    Steps(const Manner& manner, std::array<Windows, ranks> windows_of)
        : put_(manner.call != Call::get),
          reads_(manner.call != Call::put),
          windows_of_(windows_of),
          manner_(manner) {}

    /// Makes one step of rank r; returns false if it sleeps or has ended. Places are in the order
    /// of the groups of functions below.
    bool step(State& state, std::size_t r) {
        Rank& me = state.rank[r];
        if (me.place < deposit) return turn_step(state, me);
        if (me.place < help) return deposit_step(state, me, r);
        if (me.place < claim) return write_step(state, me);
        if (me.place < move) return read_step(state, me);
        if (me.place < ahead) return take_step(state, me);
        if (me.place < complete) return ahead_step(state, me);
        return me.place < next ? complete_step(state, me) : onward_step(state, me);
    }

    /// What has been wrong in any step; empty if nothing was.
    [[nodiscard]] const std::string& wrong() const { return wrong_; }

private:
    void claim_that(bool truth, const char* what) {
        if (!truth && wrong_.empty()) wrong_ = what;
    }

    void go_help(Rank& me, Place after) const {
        me.place = put_ ? help : ahead;
        if (manner_.fills_first && after == next) me.place = next;
        me.m = me.unleft;
        me.after = after;
    }

    /// Waits for its turn at a slot.
    bool turn_step(State& state, Rank& me) {
        const std::size_t slot = me.n % slots;
        switch (me.place) {
            case await_turn:
                me.old = state.bell[slot];
                me.place = look_turn;
                break;
            case look_turn:
                me.place = reads_ ? claim : deposit;
                if (state.turn[slot] != me.n) go_help(me, listen);
                break;
            case listen:
                ++state.waiting[slot];
                me.place = sleep_turn;
                break;
            case sleep_turn:
                if (state.bell[slot] == me.old) return false;
                me.place = stop_listening;
                break;
            default:  // stop_listening
                --state.waiting[slot];
                me.place = await_turn;
        }
        return true;
    }

    /// Puts the rank's bytes into the window; the last rank passes the window on to be written.
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
                if (++state.arrived[slot] == participants(windows_of_, me.n)) {
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
                me.place = ring_bell;
                if (state.waiting[slot] == 0 && manner_.fills_first)
                    me.place = call_helper;
                else if (state.waiting[slot] == 0)
                    go_help(me, next);
                break;
            case ring_bell:
                ++state.bell[slot];
                me.place = next;
                break;
            default:  // call_helper
                ++state.end_bell;
                me.place = next;
        }
        return true;
    }

    /// Writes windows, whosever they are.
    bool write_step(State& state, Rank& me) {
        switch (me.place) {
            case help:
                me.place = take_writer;
                if (state.full == 0) have_written(me);
                break;
            case take_writer:
                if (state.writers == manner_.writer_places) {
                    have_written(me);
                } else {
                    ++state.writers;
                    me.place = take_full;
                }
                break;
            case take_full:
                me.m = lowest_full(state);
                me.place = me.m == none ? leave_writer : write;
                if (me.m != none) state.full &= static_cast<std::uint8_t>(~(1 << me.m % slots));
                break;
            case write:
                claim_that(state.image[me.m % slots] == me.m, "another window is written");
                claim_that(__builtin_popcount(state.moved[me.m % slots]) ==
                               participants(windows_of_, me.m),
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

    /// Goes on when nothing is left to write: to reading ahead, unless the rank does not wait.
    void have_written(Rank& me) const {
        me.place = reads_ && me.after != next ? ahead : static_cast<Place>(me.after);
        me.m = me.unleft;
    }

    /// Reads the window, or waits for the rank that reads it.
    bool read_step(State& state, Rank& me) {
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
                me.place = put_ ? deposit : move;
                if (state.loading[slot] != ready) go_help(me, look_ready);
                break;
            case look_ready:
                me.old = state.loading[slot];
                me.place = me.old == ready ? await_ready : sleep_ready;
                break;
            default:  // sleep_ready
                if (state.loading[slot] == me.old) return false;
                me.place = await_ready;
        }
        return true;
    }

    void begin_read(State& state, Rank& me, std::uint8_t n, Place then) const {
        state.loading[n % slots] = claimed;
        me.m = n;
        me.place = read;
        me.then = then;
    }

    /// Takes its bytes from the window; the last one gives the slot back.
    bool take_step(State& state, Rank& me) {
        const std::size_t slot = me.n % slots;
        switch (me.place) {
            case move:
                claim_that(state.image[slot] == me.n && state.turn[slot] == me.n,
                           "bytes are taken from another window");
                me.unleft = next_of(me, me.n + 1);
                me.place = leave;
                break;
            case leave:
                me.place = next;
                if (++state.arrived[slot] == participants(windows_of_, me.n)) {
                    state.arrived[slot] = 0;
                    me.place = reset_loading;
                }
                break;
            default:  // reset_loading
                state.loading[slot] = idle;
                me.m = me.n;
                me.place = complete;
        }
        return true;
    }

    /// Looks for a window that nobody reads yet.
    bool ahead_step(State& state, Rank& me) {
        switch (me.place) {
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

    /// Gives the slot to its next window.
    bool complete_step(State& state, Rank& me) {
        switch (me.place) {
            case complete:
                state.turn[me.m % slots] = static_cast<std::uint8_t>(me.m + slots);
                me.place = ring_complete;
                break;
            case ring_complete:
                ++state.bell[me.m % slots];
                me.place = count;
                break;
            case count:
                me.place = put_ ? leave_writer : next;
                if (++state.completed == windows) {
                    state.finished = 1;
                    me.place = ring_end;
                }
                break;
            default:  // ring_end
                ++state.end_bell;
                me.place = put_ ? leave_writer : next;
        }
        return true;
    }

    /// Goes on to the rank's next window, or to the end of the call.
    bool onward_step(State& state, Rank& me) {
        switch (me.place) {
            case next:
                me.n = next_of(me, me.n + 1);
                me.place = me.n == windows ? await_end : await_turn;
                break;
            case await_end:
                me.old = state.end_bell;
                me.place = look_end;
                break;
            case look_end:
                if (state.finished != 0) {
                    me = {};
                    me.place = ended;
                } else {
                    go_help(me, sleep_end);
                }
                break;
            case sleep_end:
                if (state.end_bell == me.old) return false;
                me.place = await_end;
                break;
            default:  // ended
                return false;
        }
        return true;
    }

    bool put_;
    bool reads_;
    std::array<Windows, ranks> windows_of_;
    Manner manner_;
    std::string wrong_;
};

}  // namespace weft::engine::shm::arena_model
