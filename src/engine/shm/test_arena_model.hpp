// SPDX-License-Identifier: BSD-3-Clause
// The protocol of windows in shared memory, run through every interleaving of its steps: three
// ranks, three windows, two slots.
#pragma once

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/shm/test_arena_state.hpp"
#include "engine/shm/test_arena_steps.hpp"

namespace weft::engine::shm::arena_model {

class Model {
public:
    Model(const Manner& manner, const std::array<Windows, ranks>& windows_of)
        : start_(start_of(windows_of)), steps_(manner, windows_of) {}

    /// Runs through all states. Returns what is wrong, or nothing.
    std::string run() {
        std::vector<State> open = {start_};
        seen_.insert(key(start_));
        std::string wrong;
        while (!open.empty() && wrong.empty()) {
            const State state = open.back();
            open.pop_back();
            bool moved = false;
            for (std::size_t r = 0; r < ranks; ++r) {
                State after = state;
                if (!steps_.step(after, r)) continue;
                moved = true;
                if (seen_.insert(key(after)).second) open.push_back(after);
            }
            wrong = moved ? steps_.wrong() : wrong_at_end(state);
        }
        return wrong;
    }

private:
    /// A key of 128 bits instead of a state, as in model checkers (hash compaction): two of a
    /// hundred million states have the same key with a probability below 1e-22.
    using Key = std::array<std::uint64_t, 2>;
    struct HashOfKey {
        std::size_t operator()(const Key& key) const { return key[0]; }
    };

    /// The key of a state. States have the same key if they differ only in something that no later
    /// step looks at; for a bell, that is all but whether it has rung since a rank has looked. The
    /// same is true for states that differ by a permutation of ranks.
    static Key key(State state) {
        for (Rank& rank : state.rank) {
            const auto is_one_of = [&rank](std::initializer_list<Place> places) {
                return std::ranges::find(places, rank.place) != places.end();
            };
            const bool reads = is_one_of({read, set_ready});
            const bool goes_ahead = is_one_of({ahead, ahead_claim});
            if (!reads) rank.then = 0;
            if (!reads && !goes_ahead && !is_one_of({write, complete, ring_complete})) rank.m = 0;
            const bool helps = is_one_of({help, take_writer, take_full, write, leave_writer,
                                          complete, ring_complete, count, ring_end});
            if (!helps && !goes_ahead) rank.after = 0;
            const bool has_looked = is_one_of({look_turn, listen, sleep_turn}) ||
                                    rank.after == listen || rank.then == listen;
            const bool has_looked_at_end = is_one_of({look_end, sleep_end}) ||
                                           rank.after == sleep_end || rank.then == sleep_end;
            if (has_looked) rank.old = rank.old == state.bell[rank.n % slots] ? 0 : 1;
            if (has_looked_at_end) rank.old = rank.old == state.end_bell ? 0 : 1;
            if (!has_looked && !has_looked_at_end && rank.place != sleep_ready) rank.old = 0;
        }
        state.bell.fill(0);
        state.end_bell = 0;
        std::ranges::sort(state.rank, [](const Rank& a, const Rank& b) {
            return std::memcmp(&a, &b, sizeof a) < 0;
        });
        const XXH128_hash_t hash = XXH3_128bits(&state, sizeof state);
        return {hash.low64, hash.high64};
    }

    /// What is wrong in a state in which nobody moves any more; empty if nothing is.
    static std::string wrong_at_end(const State& state) {
        for (const Rank& rank : state.rank) {
            if (rank.place != ended) return "a rank waits for ever";
        }
        if (state.full != 0 || state.writers != 0) return "something is left to write";
        for (std::size_t s = 0; s < slots; ++s) {
            if (state.arrived[s] != 0 || state.loading[s] != idle || state.waiting[s] != 0)
                return "a slot is not clean";
        }
        return {};
    }

    State start_;
    Steps steps_;
    std::unordered_set<Key, HashOfKey> seen_;
};

}  // namespace weft::engine::shm::arena_model
