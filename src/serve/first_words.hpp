// SPDX-License-Identifier: BSD-3-Clause
// Waiting for the first words of whoever has connected.
#pragma once

#include <poll.h>
#include <sys/socket.h>

namespace weft::serve {

/// Bytes that there must be before poll() tells of them.
inline void wake_at(int socket, int bytes) {
    ::setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
}

/// Whether the other end has said its last word: poll() tells of what it has left at once, again
/// and again.
inline bool has_gone(int socket) {
    struct pollfd wait {
        socket, POLLRDHUP, 0
    };
    return ::poll(&wait, 1, 0) > 0;
}

}  // namespace weft::serve
