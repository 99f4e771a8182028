// SPDX-License-Identifier: BSD-3-Clause
// Between two networks that cannot reach each other: hands the bytes of connections on to a server
// that listens. It cannot read them, or change them unnoticed: TLS is between client and server.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "remote/tcp.hpp"

namespace weft::serve {

class Relay {
public:
    struct Rules {
        remote::Endpoint at;
        remote::Endpoint server;
        std::size_t most_connections = 1024;
        double patience_seconds = 5;  // for the first bytes of a client
        std::function<void(const std::string& line)> log;
    };

    /// Listens.
    static Result<std::unique_ptr<Relay>> open(Rules rules);

    [[nodiscard]] remote::Endpoint place() const { return remote::local_end(listener_.get()); }
    /// For ever.
    [[noreturn]] void run();

private:
    using Clock = std::chrono::steady_clock;

    /// Bytes on their way.
    struct Way {
        std::vector<std::byte> bytes;
        std::size_t begin = 0;
        std::size_t end = 0;
        bool is_at_end = false;  // no more will come
        bool is_closed = false;  // and the other side knows
        bool move(int from, int to);
        [[nodiscard]] bool wants_to_read() const { return !is_at_end && begin == end; }
    };
    struct Pair {
        remote::OwnedFd client;
        remote::OwnedFd server;  // none: the client has not said anything yet
        Clock::time_point end;
        Way up;
        Way down;
    };

    Relay(Rules rules, remote::OwnedFd listener)
        : rules_(std::move(rules)), listener_(std::move(listener)) {}

    void accept();
    bool introduce(Pair& pair);
    bool move(Pair& pair);

    Rules rules_;
    remote::OwnedFd listener_;
    std::list<Pair> pairs_;
};

}  // namespace weft::serve
