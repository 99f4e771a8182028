// SPDX-License-Identifier: BSD-3-Clause
// The sessions of this process: one with each server, which stays while the process lives, or until
// the server, which has had no open file for some minutes, ends it.
//
// A session that will be needed can be begun in the background: a thread makes the connection and
// greets, and ends. It touches nothing that is not its own. Where another process has invited this
// one, that is tried first.
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

#include "remote/session.hpp"
#include "remote/tls.hpp"
#include "storage/store.hpp"

namespace weft::remote {

class Sessions {
public:
    /// Those of the process may be static: OpenSSL is made ready before them, and so lives until
    /// they have taken leave of their servers.
    Sessions() { prepare_tls(); }
    Result<std::shared_ptr<Session>> with(const Destination& destination, const Ways& ways);
    /// There will be a need for it, perhaps. Waits for nothing, and says nothing of failures: who
    /// needs it then hears of them.
    void expect(const Destination& destination, const Ways& ways,
                const storage::Prospect& prospect);

private:
    using Begun = Result<std::shared_ptr<Session>>;

    /// A session on its way. Given up when it ends.
    class Beginning {
    public:
        /// To a server that was met. `commands`: the session will have so many connections by ssh,
        /// if it moves much.
        Beginning(const Destination& destination, const Ways& ways,
                  const std::optional<Invitation>& invitation, int commands);
        ~Beginning();
        Beginning(const Beginning&) = delete;
        Beginning& operator=(const Beginning&) = delete;

        [[nodiscard]] bool is_over() const;
        /// Waits. Who waits has something to move, so that the session's further connections are
        /// begun meanwhile.
        Begun outcome();

    private:
        std::vector<Wire> start_commands() const;

        const pid_t owner_;
        const Destination destination_;
        const Ways ways_;
        const int commands_;
        OwnedFd given_up_;
        std::future<Begun> outcome_;
        std::thread thread_;
    };

    struct Known {
        std::shared_ptr<Session> session;
        std::unique_ptr<Beginning> beginning;
        std::optional<Invitation> invitation;  // the latest
        bool is_met = false;                   // by this process, or by another of its program
    };

    Known& known(const Destination& destination, const Ways& ways);

    std::mutex mutex_;
    std::map<std::pair<Destination, std::string>, Known> known_;
};

}  // namespace weft::remote
