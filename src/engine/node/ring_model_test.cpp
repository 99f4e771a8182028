// SPDX-License-Identifier: BSD-3-Clause
// The protocol of the ring as a model of atomic steps, run through every interleaving: three ranks,
// three windows, two slots. Each step is one access of Ring or SharedWindows to shared memory, and
// a sleeper moves only when the word that it sleeps on has changed, as with a futex.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <unordered_set>
#include <vector>

namespace weft::engine::node {
namespace {

constexpr int ranks = 3;
constexpr int windows = 3;
constexpr int slots = 2;
constexpr std::uint8_t none = 255;

enum Place : std::uint8_t {
    await_turn,
    look_turn,
    sleep_turn,
    deposit,
    arrive,
    mark_full,
    help,
    take_writer,
    take_full,
    write,
    leave_writer,
    claim,
    read,
    set_ready,
    await_ready,
    look_ready,
    sleep_ready,
    move,
    leave,
    reset_loading,
    ahead,
    ahead_claim,
    complete,
    count,
    next,
    await_end,
    sleep_end,
    ended,
};

enum Loading : std::uint8_t { idle, claimed, ready };

struct Rank {
    std::uint8_t place = await_turn;
    std::uint8_t n = 0;       // the window that it is at
    std::uint8_t last = 0;    // behind its last window
    std::uint8_t old = 0;     // the value that it sleeps on
    std::uint8_t m = none;    // the window that it writes, reads or completes
    std::uint8_t unleft = 0;  // gets: the first window that it has not left
    std::uint8_t after = 0;   // where to go on after help, and after a read
    std::uint8_t then = 0;
};

struct State {
    std::array<std::uint8_t, slots> turn{};
    std::array<std::uint8_t, slots> arrived{};
    std::array<std::uint8_t, slots> loading{};
    std::array<std::uint8_t, slots> image{};  // the window whose bytes the slot holds
    std::array<std::uint8_t, windows> deposits{};
    std::uint8_t full = 0;
    std::uint8_t writers = 0;
    std::uint8_t completed = 0;
    std::uint8_t finished = 0;
    std::array<Rank, ranks> rank{};
};

struct Range {
    int first = 0;
    int last = 0;
};

class Model {
public:
    Model(bool put, std::array<Range, ranks> hulls, int writer_places)
        : put_(put), hulls_(hulls), writer_places_(writer_places) {}

    /// Runs through all states. Returns what is wrong, or nothing.
    std::string run() {
        State start;
        for (std::uint8_t s = 0; s < slots; ++s) start.turn[s] = s;
        start.image.fill(none);
        for (std::size_t r = 0; r < ranks; ++r) {
            start.rank[r].n = start.rank[r].unleft = static_cast<std::uint8_t>(hulls_[r].first);
            start.rank[r].last = static_cast<std::uint8_t>(hulls_[r].last);
            if (hulls_[r].first == hulls_[r].last) start.rank[r].place = await_end;
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
    static std::string key(const State& state) {
        return {reinterpret_cast<const char*>(&state), sizeof state};
    }
    void claim_that(bool truth, const char* what) {
        if (!truth && wrong_.empty()) wrong_ = what;
    }
    [[nodiscard]] int participants(int n) const {
        int sum = 0;
        for (const Range& hull : hulls_) sum += hull.first <= n && n < hull.last ? 1 : 0;
        return sum;
    }
    void check_end(const State& state) {
        for (const Rank& rank : state.rank)
            claim_that(rank.place == ended, "a rank waits for ever");
        claim_that(state.full == 0 && state.writers == 0, "something is left to write");
        for (std::size_t s = 0; s < slots; ++s)
            claim_that(state.arrived[s] == 0 && state.loading[s] == idle, "a slot is not clean");
    }

    static void go_help(Rank& me, Place after, bool put) {
        me.place = put ? help : ahead;
        me.m = me.unleft;
        me.after = after;
    }

    /// One step of rank r; false when it sleeps or has ended.
    bool step(State& state, std::size_t r) {
        Rank& me = state.rank[r];
        const std::size_t slot = me.n % slots;
        switch (me.place) {
            case await_turn:
                if (state.turn[slot] == me.n) {
                    me.place = put_ ? deposit : claim;
                } else {
                    go_help(me, look_turn, put_);
                }
                return true;
            case look_turn:
                me.old = state.turn[slot];
                me.place = me.old == me.n ? await_turn : sleep_turn;
                return true;
            case sleep_turn:
                if (state.turn[slot] == me.old) return false;
                me.place = await_turn;
                return true;
            case next:
                ++me.n;
                me.place = me.n == me.last ? await_end : await_turn;
                return true;
            case await_end:
                if (state.finished != 0) {
                    me = {};
                    me.place = ended;
                } else {
                    go_help(me, sleep_end, put_);
                }
                return true;
            case sleep_end:
                if (state.finished == 0) return false;
                me.place = await_end;
                return true;
            case complete:
                state.turn[me.m % slots] = static_cast<std::uint8_t>(me.m + slots);
                me.place = count;
                return true;
            case count:
                if (++state.completed == windows) state.finished = 1;
                me.place = put_ ? take_full : next;
                return true;
            case ended:
                return false;
            default:
                return put_ ? put_step(state, me, r) : get_step(state, me);
        }
    }

    bool put_step(State& state, Rank& me, std::size_t r) {
        const std::size_t slot = me.n % slots;
        switch (me.place) {
            case deposit:
                if (state.image[slot] == none) state.image[slot] = me.n;
                claim_that(state.image[slot] == me.n, "a deposit into another window");
                state.deposits[me.n] |= static_cast<std::uint8_t>(1 << r);
                me.place = arrive;
                break;
            case arrive:
                if (++state.arrived[slot] == participants(me.n)) {
                    state.arrived[slot] = 0;
                    me.place = mark_full;
                } else {
                    go_help(me, next, put_);
                }
                break;
            case mark_full:
                state.full |= static_cast<std::uint8_t>(1 << slot);
                go_help(me, next, put_);
                break;
            case help:
                me.place = state.full == 0 ? static_cast<Place>(me.after) : take_writer;
                break;
            case take_writer:
                if (state.writers == writer_places_) {
                    me.place = me.after;
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
                claim_that(__builtin_popcount(state.deposits[me.m]) == participants(me.m),
                           "a window is written before it is complete");
                state.image[me.m % slots] = none;
                me.place = complete;
                break;
            default:
                --state.writers;
                me.place = help;
        }
        return true;
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
                state.image[me.m % slots] = me.m;
                me.place = set_ready;
                break;
            case set_ready:
                state.loading[me.m % slots] = ready;
                me.place = me.then;
                break;
            case await_ready:
                if (state.loading[slot] == ready) {
                    me.place = move;
                } else {
                    go_help(me, look_ready, put_);
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
                me.unleft = static_cast<std::uint8_t>(me.n + 1);
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
                if (me.m >= me.last || me.m - me.unleft >= slots) {
                    me.place = me.after;
                } else if (state.turn[me.m % slots] == me.m) {
                    me.place = ahead_claim;
                } else {
                    ++me.m;
                }
                break;
            default:  // ahead_claim
                if (state.loading[me.m % slots] == idle) {
                    begin_read(state, me, me.m, static_cast<Place>(me.after));
                } else {
                    ++me.m;
                    me.place = ahead;
                }
        }
        return true;
    }

    static void begin_read(State& state, Rank& me, std::uint8_t n, Place then) {
        state.loading[n % slots] = claimed;
        me.m = n;
        me.place = read;
        me.then = then;
    }

    static std::uint8_t lowest_full(const State& state) {
        std::uint8_t lowest = none;
        for (std::size_t s = 0; s < slots; ++s) {
            if ((state.full & 1 << s) != 0 && state.turn[s] < lowest) lowest = state.turn[s];
        }
        return lowest;
    }

    bool put_;
    std::array<Range, ranks> hulls_;
    int writer_places_;
    std::unordered_set<std::string> seen_;
    std::string wrong_;
};

/// Hulls that leave no window without a rank; ranks are alike, so each set of hulls comes once.
std::vector<std::array<Range, ranks>> all_hulls() {
    std::vector<Range> ranges = {{0, 0}};
    for (int first = 0; first < windows; ++first) {
        for (int last = first + 1; last <= windows; ++last) ranges.push_back({first, last});
    }
    std::vector<std::array<Range, ranks>> all;
    for (std::size_t a = 0; a < ranges.size(); ++a) {
        for (std::size_t b = a; b < ranges.size(); ++b) {
            for (std::size_t c = b; c < ranges.size(); ++c) {
                const std::array<Range, ranks> hulls = {ranges[a], ranges[b], ranges[c]};
                bool all_touched = true;
                for (int n = 0; n < windows; ++n) {
                    bool touched = false;
                    for (const Range& hull : hulls)
                        touched = touched || (hull.first <= n && n < hull.last);
                    all_touched = all_touched && touched;
                }
                if (all_touched) all.push_back(hulls);
            }
        }
    }
    return all;
}

TEST(RingModel, EveryInterleavingOfAPutEndsWithAllWindowsWritten) {
    for (const auto& hulls : all_hulls()) {
        for (const int writer_places : {1, 2})
            EXPECT_EQ(Model(true, hulls, writer_places).run(), "");
    }
}

TEST(RingModel, EveryInterleavingOfAGetEndsWithAllBytesTaken) {
    for (const auto& hulls : all_hulls()) {
        // The others differ only in that ranks meet less often, and have most of the states.
        const bool all_meet = hulls.back().first == 0 && hulls.back().last == windows;
        const bool few = hulls.front().first == hulls.front().last;
        if (!all_meet && !few) continue;
        EXPECT_EQ(Model(false, hulls, 1).run(), "");
    }
}

}  // namespace
}  // namespace weft::engine::node
