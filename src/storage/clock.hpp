// SPDX-License-Identifier: BSD-3-Clause
// Time, as far as storage waits for it: the machine's, or one that passes in no time.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>

namespace weft::storage {

class Clock {
public:
    virtual ~Clock() = default;

    /// Seconds since some moment.
    virtual double now() = 0;
    virtual void sleep_until(double seconds) = 0;
    /// Of the calling thread: seconds, since some moment, for which it could have gone on but had
    /// no processor. 0 where nobody knows.
    virtual double starved() = 0;

    /// A thread is about to wait for another one, or ends.
    virtual void rest() = 0;
    /// A thread goes on, or begins. Said by who wakes or starts it, so that no time passes between.
    virtual void resume() = 0;
};

class MachineClock final : public Clock {
public:
    double now() override;
    void sleep_until(double seconds) override;
    double starved() override;
    void rest() override {}
    void resume() override {}
};

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

/// The machine's clock.
Clock& machine_clock();

}  // namespace weft::storage
