// SPDX-License-Identifier: BSD-3-Clause
// Connections over TCP whose clients have not shown yet who they are. Each has a few seconds and a
// few KiB, and none is waited for: the preamble, the handshake of TLS and the greeting go on as
// bytes come. When there are as many as there may be, one that has not shown that it has a key
// makes room for the next.
#pragma once

#include <poll.h>

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "remote/preamble.hpp"
#include "serve/eviction.hpp"
#include "serve/greeting.hpp"
#include "serve/host.hpp"

namespace weft::serve {

class PendingConnections {
public:
    struct Rules {
        remote::KeyFinder find{};  // for sessions that are new, or are this process's
        /// Takes over a connection of another process's session; false: that process cannot take
        /// it now; a failure: there is none. Null: all are this process's.
        std::function<Result<bool>(std::uint64_t session, remote::OwnedFd& socket)> hand_over{};
        double timeout_seconds = tcp_greeting_seconds;
        std::size_t most = 1024;
    };
    struct Arrived {
        GreetedConnection greeted;
        std::string key;   // the name of the one that it has
        std::string from;  // its address
    };

    explicit PendingConnections(Rules rules) : rules_(std::move(rules)) {}

    [[nodiscard]] std::size_t count() const { return pending_.size(); }
    /// `has_preamble`: it was read already, by who has handed the connection over.
    void add(remote::OwnedFd socket, bool has_preamble = false);
    /// Somebody goes, so that another one can come; false: nobody is there.
    bool send_one_away();

    /// What to wait for.
    void list(std::vector<struct pollfd>& waits) const;
    /// Goes on with what has come. `refused`: told why a connection was ended, and its address.
    std::vector<Arrived> move(
        const std::function<void(const std::string& from, const std::string& why)>& refused);

private:
    using Clock = std::chrono::steady_clock;
    struct Pending {
        std::string from;
        Clock::time_point came;
        Clock::time_point end;
        remote::OwnedFd socket;  // until the preamble has come
        remote::Preamble preamble{};
        std::size_t got = 0;
        bool is_ours = false;  // and no other process's
        std::unique_ptr<remote::TlsTransport> transport;
        Greeting greeting;
    };

    struct Progress {
        bool is_elsewhere = false;             // another process goes on with it
        std::optional<remote::Hello> hello{};  // if it has come
    };

    Result<Progress> go_on(Pending& client);
    Result<Progress> hand_on(Pending& client);
    Result<bool> take_preamble(Pending& client);
    static Result<bool> look_at_handshake(Pending& client);

    static bool is_stranger(const Pending& client);

    Rules rules_;
    Eviction eviction_;
    std::list<Pending> pending_;          // in the order in which they came
    std::vector<std::string> sent_away_;  // where those came from
};

}  // namespace weft::serve
