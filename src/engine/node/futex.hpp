// SPDX-License-Identifier: BSD-3-Clause
// Waiting for a word in shared memory: spin briefly, then sleep in the kernel. (std::atomic::wait
// sleeps on process-private futexes, which other processes cannot wake.)
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace weft::engine::node {

using Word = std::atomic<std::uint32_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint32_t));

/// A word that processes wait on, and how many sleep on it, so that changing it costs no system
/// call when nobody does.
struct alignas(64) WaitWord {
    Word value;
    Word sleepers;

    [[nodiscard]] std::uint32_t load() const { return value.load(std::memory_order_acquire); }

    /// Sets the value and wakes everybody who sleeps.
    void publish(std::uint32_t next);

    /// Wakes everybody who sleeps; for a value that was changed already.
    void wake();

    /// Wakes one of those who sleep, for a value that only one of them can use.
    void wake_one();

    /// Looks `spins` times, then sleeps. Returns when the value differs from `old`, or after `most`
    /// at the latest; may return early.
    void wait_while(std::uint32_t old, int spins, std::chrono::milliseconds most);
};

}  // namespace weft::engine::node
