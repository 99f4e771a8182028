// SPDX-License-Identifier: BSD-3-Clause
// Files of other machines, through a session with each machine.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "remote/client_session.hpp"
#include "storage/store.hpp"

namespace weft::remote {

class RemoteStore final : public storage::Store {
public:
    struct Sessions {
        /// The session with a server, or a new one.
        std::function<Result<std::shared_ptr<ClientSession>>(const Destination&)> with;
        /// A session may be needed soon.
        std::function<void(const Destination&, const storage::Prospect&)> expect;
    };

    explicit RemoteStore(Sessions sessions) : sessions_(std::move(sessions)) {}

    Result<storage::Opened> open(const std::string& path, const storage::Intent& intent) override;
    void will_open(const std::string& path, const storage::Prospect& prospect) override;
    Status remove(const std::string& path) override;
    Status rename(const std::string& from, const std::string& to) override;
    Status sync_directory_of(const std::string& path) override;
    Result<storage::PathFacts> inspect(const std::string& path) override;
    Result<storage::Speed> measure(const std::string& path) override;

private:
    struct RemotePath {
        Name name;
        std::shared_ptr<ClientSession> session;
    };
    Result<RemotePath> resolve(const std::string& path);
    /// Makes a request about a path on the server.
    Result<Answered> ask(FrameKind kind, const std::string& path);

    Sessions sessions_;
};

}  // namespace weft::remote
