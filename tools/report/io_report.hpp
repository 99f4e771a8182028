// SPDX-License-Identifier: BSD-3-Clause
// The report of the hint weft_report, read from its JSON (docs/report.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

/// In the order of IoNumbers::seconds.
inline constexpr std::array phase_names = {"plan",    "convert", "exchange",
                                           "storage", "wait",    "other"};
inline constexpr std::size_t phase_storage = 3;
inline constexpr std::size_t phase_wait = 4;
inline constexpr std::size_t phase_convert = 1;

/// Counts of numbers from `begin` to less than twice that; 0 counts zeros.
struct SizeClass {
    std::int64_t begin = 0;
    std::int64_t count = 0;
};
using SizeClasses = std::vector<SizeClass>;

struct IoNumbers {
    std::int64_t put_calls = 0;
    std::int64_t put_bytes = 0;
    std::int64_t collective_put_calls = 0;
    std::int64_t collective_put_bytes = 0;
    std::int64_t get_calls = 0;
    std::int64_t get_bytes = 0;
    std::int64_t collective_get_calls = 0;
    std::int64_t collective_get_bytes = 0;
    std::int64_t writes = 0;
    std::int64_t written_bytes = 0;
    std::int64_t reads = 0;
    std::int64_t read_bytes = 0;
    std::int64_t locks = 0;
    std::int64_t windows = 0;
    std::int64_t windows_with_holes = 0;
    std::int64_t messages = 0;
    std::int64_t message_bytes = 0;
    SizeClasses write_sizes;
    SizeClasses read_sizes;
    std::array<double, phase_names.size()> seconds{};

    [[nodiscard]] std::int64_t calls() const { return put_calls + get_calls; }
    [[nodiscard]] std::int64_t bytes() const { return put_bytes + get_bytes; }
    [[nodiscard]] std::int64_t collective_bytes() const {
        return collective_put_bytes + collective_get_bytes;
    }
    [[nodiscard]] std::int64_t transfers() const { return writes + reads; }
    [[nodiscard]] double seconds_in_calls() const;
};

struct MethodUse {
    std::string method;
    std::string direction;
    std::string mode;
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    double seconds = 0;
    std::string first_reason;
};

struct Arrivals {
    std::int64_t calls = 0;
    std::int64_t times_last = 0;
    double seconds_late = 0;
    double longest_late = 0;
};

struct RankReport {
    std::int64_t rank = 0;
    IoNumbers numbers;
    Arrivals arrivals;
    std::vector<MethodUse> methods;
};

struct TimeSlice {
    struct Touched {
        std::int64_t bytes = 0;
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    std::int64_t number = 0;
    std::array<double, phase_names.size()> seconds{};
    Touched written;
    Touched read;
};

struct RankTimeline {
    std::int64_t rank = 0;
    std::vector<TimeSlice> slices;
};

struct IoReport {
    std::string file;
    std::string date;                // when it was written, in UTC; "" in older reports
    std::vector<std::string> hosts;  // of the ranks, without repetition; empty in older reports
    std::int64_t ranks = 0;
    std::int64_t nodes = 0;
    bool has_common_clock = true;
    double seconds = 0;
    std::vector<std::pair<std::string, std::string>> hints;
    std::vector<std::string> notes;
    // Bytes per second with bare calls of all ranks; 0 if the program did not request it.
    struct BareRates {
        double write = 0;
        double read = 0;
    } bare_rates;
    IoNumbers totals;
    std::vector<RankReport> by_rank;
    double slice_seconds = 0;
    std::vector<RankTimeline> timeline;

    /// The value of a hint, or "".
    [[nodiscard]] std::string hint(const std::string& key) const;
};

/// Fails with a sentence for anything but JSON, for other JSON, a trace, or a report of a later
/// version.
Result<IoReport> read_io_report(const std::string& path);

}  // namespace weft::tools
