// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/virtual_clock.hpp"

namespace weft::storage {

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

double VirtualClock::starved() {
    const std::lock_guard guard(mutex_);
    return starved_;
}

void VirtualClock::starve(double seconds) {
    sleep_until(now() + seconds);
    const std::lock_guard guard(mutex_);
    starved_ += seconds;
}

void VirtualClock::rest() {
    const std::lock_guard guard(mutex_);
    pause_one();
}

void VirtualClock::resume() {
    const std::lock_guard guard(mutex_);
    ++working_;
}

/// The last thread to pause moves time on, and counts the threads that this wakes as working.
void VirtualClock::pause_one() {
    if (--working_ > 0 || ends_.empty()) return;
    now_ = *ends_.begin();
    working_ += static_cast<int>(ends_.count(now_));
    ends_.erase(now_);
    moved_.notify_all();
}

}  // namespace weft::storage
