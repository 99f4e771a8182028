// SPDX-License-Identifier: BSD-3-Clause
// A session and its connections: an event loop in the thread of run(), a worker that carries out
// requests one after the other, and helpers that wait for locks, as many as lock requests have
// waited at a time.
//
// When all connections are lost without a goodbye, the session stays for a while, with its files
// and locks, so that the client can resume it (remote/link.hpp).
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "remote/connection.hpp"
#include "remote/tcp.hpp"
#include "serve/session.hpp"

namespace weft::serve {

struct ServeSettings {
    double grace_seconds = 30;  // for a client that has lost all its connections
    double idle_seconds = 300;  // without an open file
    double alive_seconds = 1;   // between signs of life while there is work
    /// The bytes of requests that wait for the worker; more stay in the network.
    std::size_t queue_bytes = std::size_t{16} << 20;
    /// The bytes of frames that the client has not acknowledged; the session waits before it makes
    /// more.
    std::size_t kept_bytes = std::size_t{32} << 20;
    remote::Endpoint streams{};  // the address for more connections; no host: that of the first
    SessionLimits limits{};
};

/// A connection whose client has greeted.
struct GreetedConnection {
    std::unique_ptr<remote::Transport> transport;
    remote::OwnedFd lifeline;  // closed with the connection
    remote::Hello hello;
    bool is_direct = false;  // preferred to connections through a program
};

/// The source of additional connections of a session.
class ConnectionSource {
public:
    virtual ~ConnectionSource() = default;
    /// A descriptor for poll() that is readable when admit() may have a connection; -1: never.
    [[nodiscard]] virtual int fd() const = 0;
    virtual std::unique_ptr<GreetedConnection> admit() = 0;
};

class Host final : private Outside {
public:
    /// `key`: of the session. The sources and the store outlive the host.
    Host(storage::Store& store, remote::SessionKey key, std::vector<ConnectionSource*> sources,
         ServeSettings settings = {});
    ~Host() override;

    /// Serves until the client says goodbye, or is lost. A failure says why the server ended the
    /// session.
    Status run(GreetedConnection first);

private:
    struct Carrier {
        std::unique_ptr<remote::Connection> connection;
        remote::OwnedFd lifeline;
        bool is_direct = false;
    };
    using Clock = std::chrono::steady_clock;
    using Guard = std::unique_lock<std::mutex>;

    bool send(remote::FrameKind kind, remote::Body body) override;
    Status in_background(BackgroundWork work) override;

    void welcome(GreetedConnection greeted);
    bool goes_on();
    void poll_once(Guard& guard);
    Status serve(Carrier& carrier);
    remote::Link* link_of(const Carrier& carrier);
    Status take_in(remote::Frame frame);
    void show_life();
    void work();
    Status carry_out(const remote::Frame& request);
    void help();
    [[nodiscard]] bool has_work() const;
    [[nodiscard]] std::string who() const;
    void end(Status why);

    const remote::SessionKey key_;
    const std::vector<ConnectionSource*> sources_;
    const ServeSettings settings_;
    remote::OwnedFd wake_;
    std::thread worker_;

    std::mutex mutex_;  // guards all below, except the session, which only the worker uses
    std::condition_variable changed_;
    remote::Link link_;
    std::vector<Carrier> carriers_;
    remote::ConnectionId connections_ = 0;
    std::deque<remote::Frame> queue_;
    std::size_t queue_bytes_ = 0;
    std::deque<BackgroundWork> for_helpers_;
    std::size_t background_count_ = 0;  // waiting for helpers, or with them
    std::size_t helpers_ = 0;
    std::deque<std::function<void()>> background_done_;
    bool is_working_ = false;
    bool has_goodbye_ = false;
    bool ends_ = false;
    std::size_t open_files_ = 0;
    Clock::time_point last_work_ = Clock::now();
    Clock::time_point last_seen_ = Clock::now();  // the last time with a connection
    Clock::time_point last_sign_ = Clock::now();
    Status why_;

    Session session_;
};

}  // namespace weft::serve
