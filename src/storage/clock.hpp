// SPDX-License-Identifier: BSD-3-Clause
// Time, as far as storage waits for it: the machine's, unless a test brings its own.
#pragma once

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

/// The machine's clock.
Clock& machine_clock();

}  // namespace weft::storage
