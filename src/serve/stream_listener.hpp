// SPDX-License-Identifier: BSD-3-Clause
// Brings additional connections over TCP to a session: from a port of its own, or from the process
// that listens for many sessions. A thread greets them, so that the session need not wait.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "serve/pending_connections.hpp"

namespace weft::serve {

class StreamListener final : public ConnectionSource {
public:
    /// Takes over a client that begins a sibling session; called by the listener's thread.
    using SiblingTaker = std::function<void(GreetedConnection)>;

    /// Listens at a free port of this address for the session's client and for siblings.
    static Result<std::unique_ptr<StreamListener>> listen(const remote::SessionKey& key,
                                                          const std::string& host,
                                                          SiblingTaker take_sibling);
    /// `source`: a local socket that brings connections, one with each message (send_socket()).
    static std::unique_ptr<StreamListener> behind(const remote::SessionKey& key,
                                                  remote::OwnedFd source);
    ~StreamListener() override;

    [[nodiscard]] int fd() const override { return wake_.get(); }
    std::unique_ptr<GreetedConnection> admit() override;
    /// The address at which it listens.
    [[nodiscard]] remote::Endpoint place() const { return remote::local_end(source_.get()); }

private:
    enum class Source { listener, messages };
    StreamListener(const remote::SessionKey& key, remote::OwnedFd source, Source kind,
                   SiblingTaker take_sibling);
    void run();
    void receive(PendingConnections::Arrived arrived);
    bool take_from_source();

    const remote::OwnedFd source_;
    const Source kind_;
    const SiblingTaker take_sibling_;     // null: siblings are not admitted
    const std::string sibling_key_name_;  // the name of the siblings' key
    const remote::OwnedFd wake_;
    const remote::OwnedFd end_;
    PendingConnections pending_;  // used by the thread only
    std::mutex mutex_;
    std::deque<std::unique_ptr<GreetedConnection>> waiting_;
    std::thread thread_;
};

/// Passes a connection to the process at the other end of `messages`. False: it cannot take one
/// now; a failure: the process has ended.
Result<bool> send_socket(int messages, const remote::OwnedFd& socket);

}  // namespace weft::serve
