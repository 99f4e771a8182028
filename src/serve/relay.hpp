// SPDX-License-Identifier: BSD-3-Clause
// Connects two networks that cannot reach each other: passes the bytes of connections on to a
// server. It can neither read them nor change them unnoticed: TLS is between client and server.
//
// Nor can it see whether a client has a key, but it sees the answers. A server answers the first
// message of a client with a key; as that may be a recording, only a second answer proves the key.
// A client without a second answer is a stranger, and strangers are limited in number and time
// (first_words.hpp). One that waits for the server, which may be busy with others, owes no answer.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "remote/tcp.hpp"

struct pollfd;

namespace weft::serve {

class Relay {
public:
    struct Rules {
        remote::Endpoint at;
        remote::Endpoint server;
        std::size_t most_connections = 1024;  // fewer if the system allows fewer descriptors
        double preamble_seconds = 5;          // for the first bytes of a client
        double meeting_seconds = 15;          // until the server has answered twice
        double busy_seconds = 2;              // a server may take so long to answer
        double closing_seconds = 5;           // after one side is closed and nothing moves
        std::function<void(const std::string& line)> log;
    };

    /// Begins to listen.
    static Result<std::unique_ptr<Relay>> open(Rules rules);

    [[nodiscard]] remote::Endpoint place() const { return remote::local_end(listener_.get()); }
    /// Relays connections; never returns.
    [[noreturn]] void run();

private:
    using Clock = std::chrono::steady_clock;

    /// One direction of a pair: the bytes that are read and not yet written.
    struct Pipe {
        std::vector<std::byte> bytes;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t taken = 0;   // in total
        bool is_at_end = false;  // no more will come
        bool is_closed = false;  // and the other side was told
        bool move(int from, int to);
        [[nodiscard]] bool wants_to_read() const { return !is_at_end && begin == end; }
    };
    enum class Meeting { stranger, answered, replied, met };
    struct Pair {
        remote::OwnedFd client;
        remote::OwnedFd server;  // none: the client has not sent its preamble
        Clock::time_point came = Clock::now();
        Clock::time_point moved = came;  // when the last byte did
        Meeting meeting = Meeting::stranger;
        Pipe up;
        Pipe down;
    };

    Relay(Rules rules, remote::OwnedFd listener, std::size_t most_strangers)
        : rules_(std::move(rules)),
          listener_(std::move(listener)),
          most_strangers_(most_strangers) {}

    [[nodiscard]] std::size_t strangers() const;
    [[nodiscard]] Clock::time_point may_go_at(const Pair& pair) const;
    [[nodiscard]] std::list<Pair>::const_iterator who_goes() const;
    [[nodiscard]] bool has_room() const;
    bool send_one_away();
    void accept_some();
    bool introduce(Pair& pair);
    bool move(Pair& pair);
    [[nodiscard]] double seconds_left(const Pair& pair) const;
    std::vector<struct pollfd> waits() const;

    Rules rules_;
    remote::OwnedFd listener_;
    std::size_t most_strangers_;
    std::list<Pair> pairs_;  // in the order in which they came
};

}  // namespace weft::serve
