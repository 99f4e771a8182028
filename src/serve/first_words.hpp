// SPDX-License-Identifier: BSD-3-Clause
// New connections: how many are accepted at a time, and waiting for the first bytes of one.
#pragma once

#include <poll.h>
#include <sys/socket.h>

namespace weft::serve {

/// A client behind a thousand others does not wait for a thousand turns, and those that are there
/// have their turns, too.
inline constexpr int most_accepted_at_a_time = 32;

/// Has poll() report the socket only when so many bytes are there.
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
