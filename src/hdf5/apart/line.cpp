// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/line.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <cerrno>

namespace weft::hdf5::apart {

void Line::begin_answer() {
    answer_ = {.work_before = keeper_.processor_time()};
    begin_message();
}

void Line::begin_message() {
    message_ = {.work_before = keeper_.processor_time()};
}

bool Line::is_patient() const {
    const std::chrono::nanoseconds work = keeper_.processor_time();
    return work - message_.work_before < patience_.work_for_message &&
           work - answer_.work_before < patience_.work_for_answer &&
           message_.wait < patience_.wait_for_message && answer_.wait < patience_.wait_for_answer;
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
        message_.wait += waited;
        answer_.wait += waited;
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
