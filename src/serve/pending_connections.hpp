// SPDX-License-Identifier: BSD-3-Clause
// Connections over TCP whose greeting is not over. Each gets a few seconds and a few KiB, and
// nothing waits for any: the preamble, the TLS handshake and the greeting advance as bytes come.
// When there are as many as may be, a stranger, which has not proved a key, makes room for the next
// (first_words.hpp).
#pragma once

#include <poll.h>

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "remote/preamble.hpp"
#include "serve/greeting.hpp"
#include "serve/host.hpp"

namespace weft::serve {

class PendingConnections {
public:
    struct Rules {
        remote::KeyFinder find{};  // for new sessions, and those of this process
        /// Takes over a connection of another process's session; false: that process cannot take it
        /// now; a failure: there is no such session. Null: all sessions are this process's.
        std::function<Result<bool>(std::uint64_t session, remote::OwnedFd& socket)> hand_over{};
        double timeout_seconds = tcp_greeting_seconds;
        std::size_t most = 1024;
    };
    struct Arrived {
        GreetedConnection greeted;
        std::string key;   // the name of the key that it has proved
        std::string from;  // its address
    };

    explicit PendingConnections(Rules rules) : rules_(std::move(rules)) {}

    [[nodiscard]] std::size_t count() const { return pending_.size(); }
    /// Whether one more may be added now. That may become true only because time has passed, so a
    /// wait must end.
    [[nodiscard]] bool has_room() const;
    /// `has_preamble`: the process that handed the connection over has read the preamble.
    void add(remote::OwnedFd socket, bool has_preamble = false);
    /// Drops one client to make room for another; false: there is none.
    bool send_one_away();

    /// Appends the descriptors to wait for.
    void list(std::vector<struct pollfd>& waits) const;
    /// Advances all connections by the bytes that have come; returns those whose greeting is over.
    /// Calls `refused` with the address and the reason for each that was ended.
    std::vector<Arrived> move(
        const std::function<void(const std::string& from, const std::string& why)>& refused);

private:
    using Clock = std::chrono::steady_clock;
    struct Pending {
        std::string from;
        Clock::time_point came;
        Clock::time_point end;
        remote::OwnedFd socket;  // until the preamble is complete
        remote::Preamble preamble{};
        std::size_t got = 0;
        bool is_ours = false;  // not of another process
        std::unique_ptr<remote::TlsTransport> transport;
        Greeting greeting;
    };

    struct Progress {
        bool is_elsewhere = false;             // another process has taken it over
        std::optional<remote::Hello> hello{};  // once it is complete
    };

    Result<Progress> go_on(Pending& client);
    Result<Progress> hand_on(Pending& client);
    Result<bool> take_preamble(Pending& client);
    static Result<bool> look_at_handshake(Pending& client);

    [[nodiscard]] std::list<Pending>::const_iterator who_goes() const;

    Rules rules_;
    std::list<Pending> pending_;          // in the order in which they came
    std::vector<std::string> sent_away_;  // their addresses
};

}  // namespace weft::serve
