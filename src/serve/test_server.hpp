// SPDX-License-Identifier: BSD-3-Clause
// A server in a thread of the test, and the session of a client with it. Connections can be cut,
// and the client comes back to the same session.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "remote/remote_store.hpp"
#include "serve/greeting.hpp"
#include "serve/host.hpp"
#include "serve/test_wrong_transport.hpp"

namespace weft::serve {

constexpr double longer_than_any_answer = 60;  // seconds, also where the machine is slow

/// Hands connections of the test's own process to a host.
class TestConnections final : public ConnectionSource {
public:
    TestConnections() { ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, wake_.data()); }
    ~TestConnections() override {
        ::close(wake_[0]);
        ::close(wake_[1]);
    }
    [[nodiscard]] int fd() const override { return wake_[0]; }
    std::unique_ptr<GreetedConnection> admit() override {
        char ring = 0;
        static_cast<void>(::recv(wake_[0], &ring, 1, 0));
        std::unique_ptr<remote::Transport> transport;
        {
            const std::lock_guard guard(mutex_);
            if (waiting_.empty()) return nullptr;
            transport = std::make_unique<remote::FdTransport>(std::move(waiting_.front()));
            waiting_.pop_front();
        }
        auto hello = greet(*transport, longer_than_any_answer);
        if (!hello.ok()) return nullptr;
        return std::make_unique<GreetedConnection>(
            GreetedConnection{std::move(transport), {}, std::move(hello).value()});
    }
    void bring(remote::OwnedFd socket) {
        const std::lock_guard guard(mutex_);
        if (is_shut_) return;
        waiting_.push_back(std::move(socket));
        static_cast<void>(::send(wake_[1], "!", 1, 0));
    }
    /// Ends its session: connections to it are closed at once.
    void shut() {
        const std::lock_guard guard(mutex_);
        is_shut_ = true;
        waiting_.clear();
    }

private:
    std::array<int, 2> wake_{};
    std::mutex mutex_;
    std::deque<remote::OwnedFd> waiting_;
    bool is_shut_ = false;
};

class TestServer {
public:
    explicit TestServer(storage::Store& store, ServeSettings settings = {})
        : store_(store), settings_(settings) {}
    ~TestServer() {
        session_.reset();
        wires_.clear();
        if (thread_.joinable()) thread_.join();
    }

    /// The client's session; the first call begins it.
    Result<std::shared_ptr<remote::ClientSession>> session() {
        if (session_ != nullptr) return session_;
        auto begun = remote::ClientSession::begin(
            {"ssh", "", "far", ""},
            {.shell = "",
             .server = "",
             .streams = 2,
             .greeting_seconds = longer_than_any_answer,
             .timeout_seconds = longer_than_any_answer},
            {[this](const remote::Hello& hello, remote::ConnectionId id,
                    const remote::Deadline& deadline) { return dial(hello, id, deadline); },
             [this](const remote::Hello& hello, remote::ConnectionId id, const remote::Endpoint&) {
                 return join(hello, id);
             }},
            {longer_than_any_answer, false, remote::Deadline(longer_than_any_answer)});
        if (begun.ok()) session_ = begun.value();
        return begun;
    }

    /// Ends the client's connections like a failing link; everything under way is lost.
    void cut() {
        const std::lock_guard guard(mutex_);
        for (const remote::OwnedFd& wire : wires_) ::shutdown(wire.get(), SHUT_RDWR);
        wires_.clear();
    }
    /// Cuts one of the connections.
    void cut_one(std::size_t choice) {
        const std::lock_guard guard(mutex_);
        if (!wires_.empty()) ::shutdown(wires_[choice % wires_.size()].get(), SHUT_RDWR);
    }
    /// The number of connections that were made besides the first.
    [[nodiscard]] int joined() const { return joined_; }
    /// Makes all further connections and attempts fail.
    void close_for_ever() { is_closed_ = true; }

    /// A connection with this greeting.
    Result<remote::Dialed> dial(const remote::Hello& hello, remote::ConnectionId id,
                                const remote::Deadline& deadline) {
        if (is_closed_) return Status(Code::eperm, "no way there");
        const std::array<int, 2> ends = new_wire();
        if (thread_.joinable()) {
            source_.bring(remote::OwnedFd(ends[1]));
        } else {
            thread_ = std::thread([this, end = ends[1]] { serve(remote::OwnedFd(end)); });
        }
        auto dialed =
            remote::greet_over(transport_over(ends[0]), nullptr, "far", hello, id, deadline);
        if (dialed.ok()) dialed.value().is_shared = shares_login;
        return dialed;
    }

    bool is_old = false;        // and knows nothing beyond the version
    bool shares_login = false;  // its first connections go through another process's

private:
    std::unique_ptr<remote::Transport> transport_over(int end) {
        auto transport = std::make_unique<remote::FdTransport>(remote::OwnedFd(end));
        if (!is_old) return transport;
        return std::make_unique<WrongTransport>(std::move(transport), old_);
    }

    /// Replaces the kind of a new request by an unknown one, as an old server would see it.
    static bool no_new_request(remote::Frame& frame) {
        if (frame.kind == remote::FrameKind::settle_size)
            frame.kind = static_cast<remote::FrameKind>(999);
        return true;
    }
    static bool no_features(remote::Frame& frame) {
        if (frame.kind != remote::FrameKind::welcome) return true;
        auto welcome = remote::decoded<remote::Welcome>(frame.body);
        if (!welcome.ok()) return true;
        welcome.value().features = 0;
        frame.body = remote::encoded(welcome.value());
        return true;
    }

    std::array<int, 2> new_wire() {
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
        const std::lock_guard guard(mutex_);
        wires_.emplace_back(::dup(ends[0]));
        return ends;
    }

    /// Makes one more connection, whose greeting the source will wait for.
    Result<remote::Dialed> join(const remote::Hello& hello, remote::ConnectionId id) {
        if (is_closed_) return Status(Code::eperm, "no way there");
        const std::array<int, 2> ends = new_wire();
        source_.bring(remote::OwnedFd(ends[1]));
        ++joined_;
        return remote::about_to_greet(transport_over(ends[0]), hello, id);
    }

    void serve(remote::OwnedFd socket) {
        auto transport = std::make_unique<remote::FdTransport>(std::move(socket));
        auto hello = greet(*transport, longer_than_any_answer);
        if (!hello.ok()) return;
        Host host(store_, new_key().value(), {&source_}, settings_);
        static_cast<void>(host.run({std::move(transport), {}, std::move(hello).value()}));
    }

    storage::Store& store_;
    ServeSettings settings_;
    const Wrongs old_{.up = no_new_request, .down = no_features};
    TestConnections source_;
    std::thread thread_;
    std::atomic<bool> is_closed_ = false;
    std::mutex mutex_;
    std::vector<remote::OwnedFd> wires_;  // the client's ends, once more
    int joined_ = 0;
    std::shared_ptr<remote::ClientSession> session_;
};

}  // namespace weft::serve
