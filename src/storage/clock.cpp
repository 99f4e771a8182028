// SPDX-License-Identifier: BSD-3-Clause
#include "storage/clock.hpp"

#include <chrono>
#include <thread>

namespace weft::storage {
namespace {

using Machine = std::chrono::steady_clock;

}  // namespace

double MachineClock::now() {
    return std::chrono::duration<double>(Machine::now().time_since_epoch()).count();
}

void MachineClock::sleep_until(double seconds) {
    const std::chrono::duration<double> end(seconds);
    std::this_thread::sleep_until(Machine::time_point(std::chrono::ceil<Machine::duration>(end)));
}

double VirtualClock::now() {
    const std::lock_guard guard(mutex_);
    return now_;
}

void VirtualClock::sleep_until(double seconds) {
    std::unique_lock guard(mutex_);
    if (seconds <= now_) return;
    ends_.insert(seconds);
    pause_one();
    moved_.wait(guard, [&] { return now_ >= seconds; });
}

void VirtualClock::rest() {
    const std::lock_guard guard(mutex_);
    pause_one();
}

void VirtualClock::resume() {
    const std::lock_guard guard(mutex_);
    ++working_;
}

/// The last one to pause lets time pass, and counts those as working whom that wakes.
void VirtualClock::pause_one() {
    if (--working_ > 0 || ends_.empty()) return;
    now_ = *ends_.begin();
    working_ += static_cast<int>(ends_.count(now_));
    ends_.erase(now_);
    moved_.notify_all();
}

Clock& machine_clock() {
    static MachineClock clock;
    return clock;
}

}  // namespace weft::storage
