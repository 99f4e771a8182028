// SPDX-License-Identifier: BSD-3-Clause
// The clock by which storage waits: the machine's, or that of a test.
#pragma once

namespace weft::storage {

class Clock {
public:
    virtual ~Clock() = default;

    /// The time in seconds since a fixed moment.
    virtual double now() = 0;
    virtual void sleep_until(double seconds) = 0;
    /// The seconds for which the calling thread was ready to run but had no processor, since a
    /// fixed moment. 0 if unknown.
    virtual double starved() = 0;

    /// A thread is about to wait for another one, or ends.
    virtual void rest() = 0;
    /// A thread continues, or begins. Called by the thread that wakes or starts it, so that no time
    /// passes in between.
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
