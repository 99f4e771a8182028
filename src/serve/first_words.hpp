// SPDX-License-Identifier: BSD-3-Clause
// Waiting for the first bytes of a new connection.
#pragma once

#include <poll.h>
#include <sys/socket.h>

namespace weft::serve {

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
