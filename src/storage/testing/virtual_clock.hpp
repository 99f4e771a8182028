// SPDX-License-Identifier: BSD-3-Clause
// A clock for tests whose time passes without waiting.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>

#include "storage/clock.hpp"

namespace weft::storage {

/// Stands still while a thread works, and otherwise jumps to the earliest moment until which a
/// thread sleeps. So the time of a program by this clock depends only on its waiting, not on the
/// machine.
class VirtualClock final : public Clock {
public:
    /// `working`: the number of threads that are running at the beginning.
    explicit VirtualClock(int working) : working_(working) {}

    double now() override;
    void sleep_until(double seconds) override;
    double starved() override;
    void rest() override;
    void resume() override;

    /// Like sleep_until(), but as if the thread had no processor. Counts for all threads.
    void starve(double seconds);

private:
    void pause_one();

    std::mutex mutex_;
    std::condition_variable moved_;
    double now_ = 0;
    double starved_ = 0;
    int working_;
    std::multiset<double> ends_;  // of the sleeping threads
};

}  // namespace weft::storage
