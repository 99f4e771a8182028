// SPDX-License-Identifier: BSD-3-Clause
// New connections: how many are accepted at a time, waiting for the first bytes of one, and the
// place of a stranger, a client that has not proved a key.
//
// Strangers are limited in number. Where there are as many as may be, the next one waits in the
// queue of the system until one of them has had the time to answer and has not: a client that only
// holds its connection keeps nobody out, and whoever comes in masses drives nobody out.
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <chrono>

namespace weft::serve {

/// A client behind a thousand others does not wait for a thousand turns, and those that are there
/// have their turns, too.
inline constexpr int most_accepted_at_a_time = 32;

/// The time that a stranger has to answer before another may have its place.
inline constexpr std::chrono::seconds time_to_answer(1);

/// Makes poll() report the socket only when so many bytes have arrived.
inline void wake_at(int socket, int bytes) {
    ::setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
}

/// Whether the other end has closed its half. (poll() would report the bytes that it has left again
/// and again.)
inline bool has_gone(int socket) {
    struct pollfd wait {
        socket, POLLRDHUP, 0
    };
    return ::poll(&wait, 1, 0) > 0;
}

}  // namespace weft::serve
