// SPDX-License-Identifier: BSD-3-Clause
// What the engine did to a file, counted on this rank.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "engine/options.hpp"

namespace weft::engine {

class PhaseTimer;

/// Where the time of a call goes.
enum class Phase : std::uint8_t { plan, convert, exchange, storage };
inline constexpr int phase_count = 4;
inline constexpr int method_count = 5;

struct Report {
    std::int64_t put_calls = 0;
    std::int64_t get_calls = 0;
    std::int64_t put_bytes = 0;  // asked for by the caller, in file form
    std::int64_t get_bytes = 0;
    std::int64_t write_calls = 0;  // system calls, or what the store counts as one
    std::int64_t read_calls = 0;
    std::int64_t written_bytes = 0;
    std::int64_t read_bytes = 0;
    std::int64_t locks = 0;
    std::int64_t windows = 0;
    std::int64_t windows_with_holes = 0;
    std::int64_t messages = 0;
    std::int64_t message_bytes = 0;
    std::array<std::int64_t, method_count> method_calls{};
    std::array<double, phase_count> seconds{};
    std::string last_reason;  // why the last call's method was chosen

    PhaseTimer* timer = nullptr;  // the innermost that runs
};

/// The report in a few lines of plain words. Does not communicate.
std::string as_text(const Report& report);

/// Seconds on a clock that only moves forward.
double now_seconds();

/// Adds the time of its life to a phase, without that of timers that live within it.
class PhaseTimer {
public:
    PhaseTimer(Report& report, Phase phase)
        : report_(report),
          phase_(phase),
          outer_(std::exchange(report.timer, this)),
          began_(now_seconds()) {
        if (outer_ != nullptr) outer_->add(began_);
    }
    ~PhaseTimer() {
        const double now = now_seconds();
        add(now);
        if (outer_ != nullptr) outer_->began_ = now;
        report_.timer = outer_;
    }
    PhaseTimer(const PhaseTimer&) = delete;
    PhaseTimer& operator=(const PhaseTimer&) = delete;

private:
    void add(double now) { report_.seconds[static_cast<std::size_t>(phase_)] += now - began_; }

    Report& report_;
    Phase phase_;
    PhaseTimer* outer_;
    double began_;
};

}  // namespace weft::engine
