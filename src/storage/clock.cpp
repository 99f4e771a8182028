// SPDX-License-Identifier: BSD-3-Clause
#include "storage/clock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <thread>

namespace weft::storage {
namespace {

using Machine = std::chrono::steady_clock;

/// The statistics of Linux about the thread that made this: nanoseconds with and without a
/// processor, and how often it had one.
class ThreadStatistics {
public:
    ThreadStatistics() : file_(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}
    ~ThreadStatistics() {
        if (file_ >= 0) close(file_);
    }
    ThreadStatistics(const ThreadStatistics&) = delete;
    ThreadStatistics& operator=(const ThreadStatistics&) = delete;

    [[nodiscard]] double starved_seconds() const {
        constexpr double nanosecond = 1e-9;
        std::array<char, 96> text{};
        const ssize_t bytes = file_ < 0 ? -1 : pread(file_, text.data(), text.size(), 0);
        if (bytes <= 0) return 0;
        const char* const begin = text.data();
        const char* const end = begin + bytes;
        const char* const second = std::find(begin, end, ' ');
        std::int64_t waited = 0;
        if (second != end) std::from_chars(second + 1, end, waited);
        return nanosecond * static_cast<double>(waited);
    }

private:
    const int file_;
};

}  // namespace

double MachineClock::now() {
    return std::chrono::duration<double>(Machine::now().time_since_epoch()).count();
}

void MachineClock::sleep_until(double seconds) {
    const std::chrono::duration<double> end(seconds);
    std::this_thread::sleep_until(Machine::time_point(std::chrono::ceil<Machine::duration>(end)));
}

double MachineClock::starved() {
    static thread_local const ThreadStatistics mine;
    return mine.starved_seconds();
}

Clock& machine_clock() {
    static MachineClock clock;
    return clock;
}

}  // namespace weft::storage
