// SPDX-License-Identifier: BSD-3-Clause
#include "serve/daemon.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <system_error>
#include <utility>

#include "serve/file_limit.hpp"
#include "serve/first_words.hpp"
#include "serve/stream_listener.hpp"
#include "storage/posix_store.hpp"

namespace weft::serve {

Daemon::Daemon(Site site, remote::OwnedFd listener, std::unique_ptr<ExportedCalls> calls,
               std::size_t most_pending)
    : site_(std::move(site)),
      listener_(std::move(listener)),
      calls_(std::move(calls)),
      pending_({.find = [this](const std::string& name) { return find_key(name); },
                .hand_over = [this](std::uint64_t session,
                                    remote::OwnedFd& socket) { return hand_over(session, socket); },
                .most = most_pending}) {}

Result<std::unique_ptr<Daemon>> Daemon::open(Site site) {
    if (site.exports.empty())
        return Status(Code::einval, "at least one folder must be exported (--export)");
    const auto tokens = remote::read_tokens(site.tokens);
    if (!tokens.ok()) return tokens.status();
    auto calls = ExportedCalls::open(site.exports);
    if (!calls.ok()) return calls.status();
    const std::size_t most_pending = strangers_within(raise_limit_of_files(), 1);
    auto listener = remote::listen_at(site.at);
    if (!listener.ok()) return listener.status();
    return std::unique_ptr<Daemon>(new Daemon(std::move(site), std::move(listener).value(),
                                              std::move(calls).value(), most_pending));
}

/// Also finds expired tokens, so that their users are told the reason.
std::optional<remote::SecretKey> Daemon::find_key(const std::string& name) {
    const auto tokens = remote::read_tokens(site_.tokens);
    if (!tokens.ok()) {
        log("tokens", tokens.status().context());
        return std::nullopt;
    }
    for (const remote::Token& token : tokens.value()) {
        if (token.key.name == name) return token.key.key;
    }
    return std::nullopt;
}

Result<bool> Daemon::hand_over(std::uint64_t session, const remote::OwnedFd& socket) {
    const auto child = std::ranges::find(children_, session, &Child::session);
    if (child == children_.end()) return Status(Code::enoent, "the session does not exist");
    return send_socket(child->messages.get(), socket);
}

/// The token of a client that begins a session. The client is told the failure.
Result<remote::Token> Daemon::check(const PendingConnections::Arrived& arrived) {
    if (arrived.greeted.hello.session.name != 0)
        return Status(Code::eperm, "the greeting is for another session than the connection");
    const auto tokens = remote::read_tokens(site_.tokens);
    if (!tokens.ok()) return Status(Code::eperm, "the server cannot read its tokens");
    const auto token = std::ranges::find_if(
        tokens.value(), [&](const remote::Token& other) { return other.key.name == arrived.key; });
    if (token == tokens.value().end())
        return Status(Code::eperm, "the token \"" + arrived.key + "\" is no longer known");
    if (token->is_over(remote::today()))
        return Status(Code::eperm, "the token \"" + arrived.key +
                                       "\" has expired: it was valid until " + token->until);
    const auto own = std::ranges::count(children_, arrived.key, &Child::token);
    if (children_.size() >= site_.most_sessions ||
        static_cast<std::size_t>(own) >= site_.most_sessions_of_token) {
        return Status(Code::eperm, "too many sessions at a time");
    }
    return *token;
}

void Daemon::receive(PendingConnections::Arrived arrived) {
    const auto token = check(arrived);
    if (token.ok()) return start(std::move(arrived), token.value());
    refuse(*arrived.greeted.transport, token.status().context());
    log(arrived.from, "refused: " + token.status().context());
}

void Daemon::start(PendingConnections::Arrived arrived, const remote::Token& token) {
    const auto key = new_key();
    std::array<int, 2> ends{-1, -1};
    if (!key.ok() || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        refuse(*arrived.greeted.transport, "the server lacks the resources for one more session");
        return log(arrived.from, "refused: " + std::generic_category().message(errno));
    }
    remote::OwnedFd ours(ends[0]);
    remote::OwnedFd its(ends[1]);
    const pid_t process = ::fork();
    if (process == 0) {
        ours.close();
        serve(std::move(arrived), key.value(), token, std::move(its));
    }
    if (process < 0) {
        refuse(*arrived.greeted.transport, "the server lacks the resources for one more session");
        return log(arrived.from, "refused: " + std::generic_category().message(errno));
    }
    log(arrived.from, "session " + std::to_string(process) + " of \"" + arrived.key + "\" begins");
    children_.push_back({process, key.value().name, arrived.key, arrived.from, std::move(ours)});
}

/// The process of a session.
void Daemon::serve(PendingConnections::Arrived arrived, const remote::SessionKey& key,
                   const remote::Token& token, remote::OwnedFd messages) {
    // The process of a session needs no connections of others.
    listener_.close();
    pending_ = PendingConnections({});
    children_.clear();
    std::signal(SIGHUP, SIG_IGN);
    if (token.is_read_only) calls_->forbid_writing();
    storage::PosixStore store(*calls_);
    auto streams = StreamListener::behind(key, std::move(messages));
    auto* const host = new Host(store, key, {streams.get()}, site_.settings);
    const Status served = host->run(std::move(arrived.greeted));
    if (!served.ok())
        log(arrived.from, "session " + std::to_string(::getpid()) + ": " + served.context());
    // Threads may still wait for locks.
    std::_Exit(served.ok() ? 0 : 1);
}

/// Names come from clients: characters that are not plain text are replaced.
void Daemon::log(const std::string& who, const std::string& what) const {
    const std::time_t now = std::time(nullptr);
    struct tm parts {};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> time{};
    std::strftime(time.data(), time.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    std::string line = std::string(time.data()) + " " + who + ": " + what;
    std::ranges::replace_if(
        line, [](char c) { return c < ' ' || c > '~'; }, '?');
    site_.log(line);
}

/// Logs and forgets sessions that are over.
void Daemon::reap() {
    std::erase_if(children_, [&](const Child& child) {
        int how = 0;
        if (::waitpid(child.process, &how, WNOHANG) != child.process) return false;
        log(child.from, "session " + std::to_string(child.process) + " of \"" + child.token +
                            "\" " + (WIFSIGNALED(how) ? "was killed" : "ends"));
        return true;
    });
}

void Daemon::accept_some() {
    for (int i = 0; i < most_accepted_at_a_time && pending_.has_room(); ++i) {
        remote::OwnedFd socket = remote::accept_from(listener_.get());
        if (socket.get() < 0) {
            const bool are_all = errno == EAGAIN || errno == EWOULDBLOCK || errno == ECONNABORTED;
            // The process has no descriptor for it now.
            if (!are_all && !pending_.send_one_away()) ::usleep(10'000);
            return;
        }
        pending_.add(std::move(socket));
    }
}

void Daemon::run() {
    log(remote::text_of(place()), "listening");
    for (;;) {
        std::vector<struct pollfd> waits{{pending_.has_room() ? listener_.get() : -1, POLLIN, 0}};
        for (const Child& child : children_) waits.push_back({child.messages.get(), 0, 0});
        pending_.list(waits);
        // Silent clients are dropped when their time is over.
        ::poll(waits.data(), waits.size(), pending_.count() == 0 ? -1 : 500);
        const bool has_ended = std::any_of(
            waits.begin() + 1, waits.begin() + 1 + static_cast<std::ptrdiff_t>(children_.size()),
            [](const struct pollfd& wait) { return wait.revents != 0; });
        if (waits[0].revents != 0) accept_some();
        for (PendingConnections::Arrived& arrived :
             pending_.move([&](const std::string&from, const std::string&why) {
                 log(from, "refused: " + why);
             })) {
            receive(std::move(arrived));
        }
        if (has_ended) {
            ::usleep(1000);  // the socket closes before the process is over
            reap();
        }
    }
}

}  // namespace weft::serve
