// SPDX-License-Identifier: BSD-3-Clause
// What the ranks of the ring's model share, and where each of them is.
#pragma once

#include <array>
#include <cstdint>

namespace weft::engine::shm::ring_model {

inline constexpr int ranks = 3;
inline constexpr int windows = 3;
inline constexpr int slots = 2;
inline constexpr std::uint8_t none = 255;

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
    next,
    await_end,
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
    std::array<Rank, ranks> rank{};
};

}  // namespace weft::engine::shm::ring_model
