// SPDX-License-Identifier: BSD-3-Clause
// A server for a site: it listens at a port, admits clients that have a token, and starts a process
// for each session, so that sessions share neither memory nor failures. A connection that joins a
// session is handed over to its process before any byte of it is decrypted.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "remote/tokens.hpp"
#include "serve/exports.hpp"
#include "serve/pending_connections.hpp"

namespace weft::serve {

struct Site {
    remote::Endpoint at;
    std::string tokens;  // the token file, which is read for each new session
    std::vector<Export> exports;
    std::size_t most_sessions = 1024;
    std::size_t most_sessions_of_token = 64;
    ServeSettings settings;
    std::function<void(const std::string& line)> log;  // a line for each session and each refusal
};

class Daemon {
public:
    /// Begins to listen. Fails if the port, the token file or an export cannot be used.
    static Result<std::unique_ptr<Daemon>> open(Site site);

    [[nodiscard]] remote::Endpoint place() const { return remote::local_end(listener_.get()); }
    /// Serves clients; never returns.
    [[noreturn]] void run();

private:
    struct Child {
        pid_t process = -1;
        std::uint64_t session = 0;
        std::string token;
        std::string from;
        remote::OwnedFd messages;
    };

    Daemon(Site site, remote::OwnedFd listener, std::unique_ptr<ExportedCalls> calls,
           std::size_t most_pending);

    std::optional<remote::SecretKey> find_key(const std::string& name);
    Result<bool> hand_over(std::uint64_t session, const remote::OwnedFd& socket);
    Result<remote::Token> check(const PendingConnections::Arrived& arrived);
    void receive(PendingConnections::Arrived arrived);
    void start(PendingConnections::Arrived arrived, const remote::Token& token);
    [[noreturn]] void serve(PendingConnections::Arrived arrived, const remote::SessionKey& key,
                            const remote::Token& token, remote::OwnedFd messages);
    void reap();
    void accept_some();
    void log(const std::string& who, const std::string& what) const;

    Site site_;
    remote::OwnedFd listener_;
    std::unique_ptr<ExportedCalls> calls_;
    PendingConnections pending_;
    std::vector<Child> children_;
};

}  // namespace weft::serve
