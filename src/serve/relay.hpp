// SPDX-License-Identifier: BSD-3-Clause
// Between two networks that cannot reach each other: hands the bytes of connections on to a server
// that listens. It cannot read them, or change them unnoticed: TLS is between client and server.
//
// Nor can it tell who has a key, but it sees who talks. A server answers the first words of whoever
// has a key, and, because these may be a recording of another's, it answers for a second time only
// who has the key indeed. Who has had no second answer is a stranger, and strangers are not many at
// a time, and not for long.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "remote/tcp.hpp"
#include "serve/eviction.hpp"

struct pollfd;

namespace weft::serve {

class Relay {
public:
    struct Rules {
        remote::Endpoint at;
        remote::Endpoint server;
        std::size_t most_connections = 1024;  // fewer, where the system allows fewer descriptors
        double preamble_seconds = 5;          // for the first bytes of a client
        double meeting_seconds = 15;          // until the server has answered twice
        double closing_seconds = 5;           // one side is closed, and nothing moves
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
        std::size_t taken = 0;   // in all
        bool is_at_end = false;  // no more will come
        bool is_closed = false;  // and the other side knows
        bool move(int from, int to);
        [[nodiscard]] bool wants_to_read() const { return !is_at_end && begin == end; }
    };
    enum class Meeting { stranger, answered, replied, met };
    struct Pair {
        remote::OwnedFd client;
        remote::OwnedFd server;  // none: the client has not said anything yet
        Clock::time_point came = Clock::now();
        Clock::time_point moved = came;  // the last time that any byte did
        Meeting meeting = Meeting::stranger;
        Way up;
        Way down;
    };

    Relay(Rules rules, remote::OwnedFd listener, std::size_t most_strangers)
        : rules_(std::move(rules)),
          listener_(std::move(listener)),
          most_strangers_(most_strangers) {}

    [[nodiscard]] std::size_t strangers() const;
    bool send_one_away();
    void accept_some();
    bool introduce(Pair& pair);
    bool move(Pair& pair);
    [[nodiscard]] double seconds_left(const Pair& pair) const;
    std::vector<struct pollfd> waits() const;

    Rules rules_;
    remote::OwnedFd listener_;
    std::size_t most_strangers_;
    Eviction eviction_;
    std::list<Pair> pairs_;  // in the order in which they came
};

}  // namespace weft::serve
