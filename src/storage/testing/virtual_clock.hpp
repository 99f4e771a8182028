// SPDX-License-Identifier: BSD-3-Clause
// A clock whose time passes in no time.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>

#include "storage/clock.hpp"

namespace weft::storage {

/// Stands while a thread works, and otherwise moves on at once to the first moment that one sleeps
/// until. What a program takes by this clock depends on its waiting alone, not on the machine.
class VirtualClock final : public Clock {
public:
    /// `working`: threads that neither sleep nor rest at the beginning.
    explicit VirtualClock(int working) : working_(working) {}

    double now() override;
    void sleep_until(double seconds) override;
    double starved() override;
    void rest() override;
    void resume() override;

    /// As sleep_until(), but for want of a processor. Counts for all threads.
    void starve(double seconds);

private:
    void pause_one();

    std::mutex mutex_;
    std::condition_variable moved_;
    double now_ = 0;
    double starved_ = 0;
    int working_;
    std::multiset<double> ends_;  // of those who sleep
};

}  // namespace weft::storage
