// SPDX-License-Identifier: BSD-3-Clause
// A process waits for a word in shared memory: it looks again for a while, then sleeps in the
// kernel. (std::atomic::wait sleeps on process-private futexes, which other processes cannot wake.)
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace weft::engine::shm {

using Word = std::atomic<std::uint32_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint32_t));

/// How often a rank looks at a word before it sleeps.
struct SpinLimits {
    int spins = 0;   // while it keeps its core
    int yields = 0;  // each of which lets another process have the core

    /// The limits for one of so many ranks on this machine. Where each rank has a core, the awaited
    /// rank is running, and looking is fastest. Where ranks share cores, the awaited rank may wait
    /// for this core. Giving the core away costs a tenth of going to sleep and waking up; and the
    /// kernel may queue a woken rank behind the one that woke it, for as long as that one works.
    /// The numbers are measured.
    static SpinLimits of(int ranks);

    /// The limits for a rank that could have a core of its own, but is on that of the rank it waits
    /// for. Only sleep surely lets the other one run: Linux may run a process that yields again, up
    /// to twenty times. And Linux wakes a sleeping process on an idle core, if there is one. Where
    /// ranks outnumber the cores, giving the core away passes windows on faster.
    static SpinLimits on_shared_core() { return {}; }
    [[nodiscard]] bool keeps_core() const { return yields == 0; }

    /// Lets another process have the core, if ranks share cores.
    void give_way() const;
};

/// A word that processes wait on. It counts the processes that sleep on it, so that a change costs
/// no system call when none does.
struct alignas(64) WaitWord {
    Word value;
    Word sleepers;

    [[nodiscard]] std::uint32_t load() const { return value.load(std::memory_order_acquire); }

    /// Sets the value and wakes all processes that sleep.
    void publish(std::uint32_t next);

    /// The same, unless the value has risen further already, because this process is late.
    void raise(std::uint32_t next);

    /// Wakes all processes that sleep, after the caller has changed the value.
    void wake();

    /// Wakes one process that sleeps; for a value that only one of them can use.
    void wake_one();

    /// Looks `looks` times, and neither sleeps nor gives the core away. Returns whether the value
    /// differs.
    [[nodiscard]] bool has_left(std::uint32_t old, int looks) const;

    /// Waits until the value differs from `old`, or sleeps for `most` at most. It may return early.
    void wait_while(std::uint32_t old, SpinLimits limits, std::chrono::microseconds most);
};

}  // namespace weft::engine::shm
