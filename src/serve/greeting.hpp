// SPDX-License-Identifier: BSD-3-Clause
// The first frames of a connection: they name the session and choose the version of the protocol.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "remote/connection.hpp"
#include "remote/messages.hpp"

namespace weft::serve {

/// The time of a client over TCP for its greeting.
inline constexpr double tcp_greeting_seconds = 5;

/// Whether a server of this version can serve the client. A failure has a message for the client.
Status judge(const remote::Hello& hello);

/// A greeting that is being received.
class Greeting {
public:
    /// Takes the bytes of the greeting that have come, and none of the next frame; returns the
    /// greeting when it is complete. Tells a client that cannot be served why.
    Result<std::optional<remote::Hello>> take(remote::Transport& transport);

private:
    Result<remote::Hello> judged() const;

    std::vector<std::byte> bytes_ = std::vector<std::byte>(remote::header_bytes);
    std::size_t got_ = 0;
};

/// Waits for a greeting, at most so long. Tells a client that cannot be served why.
Result<remote::Hello> greet(remote::Transport& transport, double timeout_seconds);

/// Tells the client why it is not served.
void refuse(remote::Transport& transport, const std::string& sentence);

/// A new session key from random numbers.
Result<remote::SessionKey> new_key();

}  // namespace weft::serve
