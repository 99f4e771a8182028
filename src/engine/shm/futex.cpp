// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/futex.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace weft::engine::shm {
namespace {

/// Linux alone. Another system's form of it goes here: os_sync_wait_on_address of macOS (with
/// OS_SYNC_WAIT_ON_ADDRESS_SHARED), _umtx_op of FreeBSD (UMTX_OP_WAIT_UINT), futex of OpenBSD.
long futex(Word& word, int operation, std::uint32_t value, const timespec* timeout) {
    return syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, timeout,
                   nullptr, 0);
}

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

void wake_sleepers(WaitWord& word, int most) {
    // Ordered behind the change of the value; pairs with the order in wait_while().
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (word.sleepers.load(std::memory_order_relaxed) != 0)
        futex(word.value, FUTEX_WAKE, static_cast<std::uint32_t>(most), nullptr);
}

}  // namespace

SpinLimits SpinLimits::of(int ranks) {
    if (ranks <= sysconf(_SC_NPROCESSORS_ONLN)) return {.spins = 2000, .yields = 0};
    return {.spins = 20, .yields = 100};
}

void SpinLimits::give_way() const {
    if (!keeps_core()) sched_yield();
}

void WaitWord::wake() {
    wake_sleepers(*this, INT_MAX);
}

void WaitWord::wake_one() {
    wake_sleepers(*this, 1);
}

void WaitWord::publish(std::uint32_t next) {
    value.store(next, std::memory_order_release);
    wake();
}

void WaitWord::raise(std::uint32_t next) {
    std::uint32_t now = value.load(std::memory_order_relaxed);
    while (static_cast<std::int32_t>(next - now) > 0) {
        if (!value.compare_exchange_weak(now, next, std::memory_order_acq_rel)) continue;
        return wake();
    }
}

bool WaitWord::has_left(std::uint32_t old, int looks) const {
    for (int i = 0; i < looks; ++i) {
        if (load() != old) return true;
        relax();
    }
    return false;
}

void WaitWord::wait_while(std::uint32_t old, SpinLimits limits, std::chrono::microseconds most) {
    if (has_left(old, limits.spins)) return;
    for (int i = 0; i < limits.yields; ++i) {
        sched_yield();
        if (load() != old) return;
    }
    sleepers.fetch_add(1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const timespec timeout{most.count() / 1'000'000, (most.count() % 1'000'000) * 1000};
    // The kernel compares again, so a change since the loop is not missed.
    futex(value, FUTEX_WAIT, old, &timeout);
    sleepers.fetch_sub(1, std::memory_order_seq_cst);
}

}  // namespace weft::engine::shm
