// SPDX-License-Identifier: BSD-3-Clause
// The first frames of a connection: who is there, and in which version both go on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "remote/connection.hpp"
#include "remote/messages.hpp"

namespace weft::serve {

/// What a client over TCP has until its greeting is over.
inline constexpr double tcp_greeting_seconds = 5;

/// Whether a server of this version can serve the client; if not, a sentence for it.
Status judge(const remote::Hello& hello);

/// A greeting that is on its way.
class Greeting {
public:
    /// Takes what has come of it, byte for byte and not one of the next frame; the greeting, when
    /// it is whole. A client that cannot be served is told why.
    Result<std::optional<remote::Hello>> take(remote::Transport& transport);

private:
    Result<remote::Hello> judged() const;

    std::vector<std::byte> bytes_ = std::vector<std::byte>(remote::header_bytes);
    std::size_t got_ = 0;
};

/// Waits for a greeting, for at most so long. A client that cannot be served is told why.
Result<remote::Hello> greet(remote::Transport& transport, double timeout_seconds);

/// Tells the client why it is not served.
void refuse(remote::Transport& transport, const std::string& sentence);

/// Nobody can guess it.
Result<remote::SessionKey> new_key();

}  // namespace weft::serve
