// SPDX-License-Identifier: BSD-3-Clause
// The sessions of this process: one with each server. A session lasts until the process ends, or
// until the server ends it after some minutes without an open file.
//
// A session can be begun in the background, before it is needed: a thread makes the connection,
// greets and ends. It touches only its own data. A ticket of another process is tried first.
#pragma once

#include <sys/types.h>

#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "remote/client_session.hpp"
#include "remote/tls.hpp"
#include "storage/store.hpp"

namespace weft::remote {

class Sessions {
public:
    /// The process's sessions may be a static object: OpenSSL is initialised before it, and so
    /// lives until all sessions have ended.
    Sessions() { prepare_tls(); }
    Result<std::shared_ptr<ClientSession>> with(const Destination& destination, const Ways& ways);
    /// Called if a session may be needed soon. Does not wait, and reports no failure: with() does.
    void expect(const Destination& destination, const Ways& ways,
                const storage::Prospect& prospect);

private:
    using Begun = Result<std::shared_ptr<ClientSession>>;

    /// A session that is being begun. The destructor cancels it.
    class Beginning {
    public:
        /// The server was reached before. `commands`: the number of ssh connections that the
        /// session will have if it moves much.
        Beginning(const Destination& destination, const Ways& ways,
                  const std::optional<SessionTicket>& ticket, int commands);
        ~Beginning();
        Beginning(const Beginning&) = delete;
        Beginning& operator=(const Beginning&) = delete;

        [[nodiscard]] bool is_over() const;
        /// Waits. The caller has something to move, so the additional connections of the session
        /// are begun meanwhile.
        Begun outcome();

    private:
        std::vector<Wire> start_commands() const;

        const pid_t owner_;
        const Destination destination_;
        const Ways ways_;
        const int commands_;
        OwnedFd cancelled_;
        std::future<Begun> outcome_;
        std::thread thread_;
    };

    struct Known {
        std::shared_ptr<ClientSession> session;
        std::unique_ptr<Beginning> beginning;
        std::optional<SessionTicket> ticket;  // the latest
        bool is_met = false;  // reached by this process, or by another one of its program
    };

    Known& known(const Destination& destination, const Ways& ways);

    std::mutex mutex_;
    std::map<std::pair<Destination, std::string>, Known> known_;
};

}  // namespace weft::remote
