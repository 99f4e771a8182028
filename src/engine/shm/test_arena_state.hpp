// SPDX-License-Identifier: BSD-3-Clause
// What the ranks of the model of windows in shared memory share, and where each of them is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::engine::shm::arena_model {

inline constexpr int ranks = 3;
inline constexpr int windows = 3;
inline constexpr int slots = 2;
inline constexpr std::uint8_t none = 255;

enum class Call { get, put, rewriting_put };

/// How the ranks carry out a call.
struct Manner {
    Call call;
    int writer_places = 1;
    bool fills_first = false;  // rule 7
};

/// The windows that a rank takes part in: bit n stands for window n. With several domains of the
/// file these are not consecutive.
using Windows = std::uint8_t;

enum Place : std::uint8_t {
    await_turn,
    look_turn,
    listen,
    sleep_turn,
    stop_listening,
    deposit,
    arrive,
    reset_put,
    mark_full,
    look_waiting,
    ring_bell,
    call_helper,
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
    ring_complete,
    count,
    ring_end,
    next,
    await_end,
    look_end,
    sleep_end,
    ended,
};

enum Loading : std::uint8_t { idle, claimed, ready };

struct Rank {
    std::uint8_t place = await_turn;
    std::uint8_t n = 0;       // the window that it is at
    std::uint8_t mine = 0;    // bit n: it takes part in window n
    std::uint8_t old = 0;     // the value that it sleeps on
    std::uint8_t m = none;    // the window that it writes, reads or completes
    std::uint8_t unleft = 0;  // the first window that it has not left, or arrived at
    std::uint8_t after = 0;   // where to go on after help, and after a read
    std::uint8_t then = 0;
};

struct State {
    std::array<std::uint8_t, slots> turn{};
    std::array<std::uint8_t, slots> bell{};
    std::array<std::uint8_t, slots> waiting{};
    std::array<std::uint8_t, slots> arrived{};
    std::array<std::uint8_t, slots> loading{};
    std::array<std::uint8_t, slots> image{};  // the window whose bytes the slot holds
    std::array<std::uint8_t, slots> moved{};  // puts: ranks that have put their bytes there
    std::uint8_t full = 0;
    std::uint8_t writers = 0;
    std::uint8_t completed = 0;
    std::uint8_t finished = 0;
    std::uint8_t end_bell = 0;
    std::array<Rank, ranks> rank{};
};

/// The rank's first window at or behind `from`; `windows` when there is none.
inline std::uint8_t next_of(const Rank& rank, int from) {
    while (from < windows && (rank.mine >> from & 1) == 0) ++from;
    return static_cast<std::uint8_t>(from);
}

/// The number of ranks that take part in window n.
inline int participants(const std::array<Windows, ranks>& windows_of, int n) {
    int sum = 0;
    for (const Windows mine : windows_of) sum += mine >> n & 1;
    return sum;
}

/// The lowest of the windows that wait to be written; `none` if there is none.
inline std::uint8_t lowest_full(const State& state) {
    std::uint8_t lowest = none;
    for (std::size_t s = 0; s < slots; ++s) {
        if ((state.full & 1 << s) != 0 && state.turn[s] < lowest) lowest = state.turn[s];
    }
    return lowest;
}

inline State start_of(const std::array<Windows, ranks>& windows_of) {
    State start;
    for (std::uint8_t s = 0; s < slots; ++s) start.turn[s] = s;
    start.image.fill(none);
    for (std::size_t r = 0; r < ranks; ++r) {
        Rank& rank = start.rank[r];
        rank.mine = windows_of[r];
        rank.n = rank.unleft = next_of(rank, 0);
        if (rank.mine == 0) rank.place = await_end;
    }
    return start;
}

}  // namespace weft::engine::shm::arena_model
