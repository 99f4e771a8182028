// SPDX-License-Identifier: BSD-3-Clause
// Waiting for a word in shared memory: look again for a while, then sleep in the kernel.
// (std::atomic::wait sleeps on process-private futexes, which other processes cannot wake.)
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace weft::engine::shm {

using Word = std::atomic<std::uint32_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint32_t));

/// How often a rank looks before it sleeps.
struct Patience {
    int spins = 0;   // while it keeps its core
    int yields = 0;  // each of which lets another process have the core

    /// Of one of so many ranks on this machine. Where each has a core, the one that is waited for
    /// is at work, and looking is the fastest. Where cores are shared, it may be waiting for this
    /// core, and giving it away costs a tenth of sleeping and being woken; and a rank that is
    /// woken may be queued behind the one that woke it, for as long as that one works. How often
    /// was measured.
    static Patience of(int ranks);

    /// Of one that keeps its core, but is on that of the rank it waits for: sleeping is all that
    /// surely lets that one on. (Linux may run who yields again, up to twenty times.) Who sleeps is
    /// also woken on an idle core, if there is one. Where there are more ranks than cores it is no
    /// accident to share one, and giving it away passes windows on faster.
    static Patience on_shared_core() { return {}; }
    [[nodiscard]] bool keeps_core() const { return yields == 0; }

    /// Lets another process have the core; nothing where each rank has one of its own.
    void give_way() const;
};

/// A word that processes wait on, and how many sleep on it, so that changing it costs no system
/// call when nobody does.
struct alignas(64) WaitWord {
    Word value;
    Word sleepers;

    [[nodiscard]] std::uint32_t load() const { return value.load(std::memory_order_acquire); }

    /// Sets the value and wakes everybody who sleeps.
    void publish(std::uint32_t next);

    /// The same, unless the value has risen further already: for who may be late with it.
    void raise(std::uint32_t next);

    /// Wakes everybody who sleeps; for a value that was changed already.
    void wake();

    /// Wakes one of those who sleep, for a value that only one of them can use.
    void wake_one();

    /// Looks so often, and neither sleeps nor gives the core away. True when the value differs.
    [[nodiscard]] bool has_left(std::uint32_t old, int looks) const;

    /// Returns when the value differs from `old`, or after sleeping for `most` at the latest; may
    /// return early.
    void wait_while(std::uint32_t old, Patience patience, std::chrono::microseconds most);
};

}  // namespace weft::engine::shm
