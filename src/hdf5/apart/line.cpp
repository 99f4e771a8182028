// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/line.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

namespace weft::hdf5::apart {

void Line::begin_answer(std::size_t bytes) {
    const auto most =
        static_cast<std::size_t>(patience_.most_work_for_message / patience_.work_for_byte);
    work_for_message_ =
        std::min(patience_.most_work_for_message,
                 patience_.work_for_message +
                     static_cast<std::int64_t>(std::min(bytes, most)) * patience_.work_for_byte);
    before_answer_ = keeper_.processor_time();
    waited_ = {};
    begin_message();
}

void Line::begin_message() {
    before_message_ = seen_ = keeper_.processor_time();
    asleep_ = {};
}

bool Line::is_patient() {
    const std::chrono::nanoseconds work = keeper_.processor_time();
    if (work != std::exchange(seen_, work)) asleep_ = {};
    return work - before_message_ < work_for_message_ &&
           work - before_answer_ < patience_.work_for_answer && asleep_ < patience_.sleep &&
           waited_ < patience_.wait_for_answer;
}

/// Waits a step at a time, so that a step in which this program stood still counts as one.
Heard Line::wait_for(short what) {
    using Clock = std::chrono::steady_clock;
    const auto step = std::chrono::duration_cast<std::chrono::milliseconds>(patience_.step);
    while (is_patient()) {
        pollfd its{.fd = socket_.get(), .events = what, .revents = 0};
        const Clock::time_point begin = Clock::now();
        const int ready = ::poll(&its, 1, static_cast<int>(step.count()));
        const std::chrono::nanoseconds waited =
            std::min<std::chrono::nanoseconds>(Clock::now() - begin, patience_.step);
        asleep_ += waited;
        waited_ += waited;
        if (ready > 0) return Heard::all;
        if (ready < 0 && errno != EINTR) return Heard::has_ended;
    }
    return Heard::takes_too_long;
}

Heard Line::send(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t sent =
            ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return Heard::has_ended;
        const Heard heard = wait_for(POLLOUT);
        if (heard != Heard::all) return heard;
    }
    return Heard::all;
}

/// A keeper that sends a little now and then does not make the program wait for longer.
Heard Line::receive(std::span<std::byte> bytes) {
    if (!is_patient()) return Heard::takes_too_long;  // with one that is never waited for
    while (!bytes.empty()) {
        const ssize_t got = ::recv(socket_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (got == 0) return Heard::has_ended;
        if (got > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(got));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return Heard::has_ended;
        const Heard heard = wait_for(POLLIN);
        if (heard != Heard::all) return heard;
    }
    return Heard::all;
}

}  // namespace weft::hdf5::apart
