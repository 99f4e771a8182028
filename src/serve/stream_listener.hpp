// SPDX-License-Identifier: BSD-3-Clause
// How further connections over TCP come to a session: at a port of its own, or from the process
// that listens for many sessions. A thread greets them, so that the session need not wait for any.
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
    /// Takes over who begins a session beside this one; called by the source's thread.
    using SiblingTaker = std::function<void(GreetedConnection)>;

    /// A port at this address that the session's client gets through, and who it has invited.
    static Result<std::unique_ptr<StreamListener>> listen(const remote::SessionKey& key,
                                                          const std::string& host,
                                                          SiblingTaker take_sibling);
    /// `source`: a local socket that brings connections, one with each message (send_socket()).
    static std::unique_ptr<StreamListener> behind(const remote::SessionKey& key,
                                                  remote::OwnedFd source);
    ~StreamListener() override;

    [[nodiscard]] int fd() const override { return wake_.get(); }
    std::unique_ptr<GreetedConnection> admit() override;
    /// Where it listens.
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
    const SiblingTaker take_sibling_;     // null: there are none
    const std::string sibling_key_name_;  // the name of their key
    const remote::OwnedFd wake_;
    const remote::OwnedFd end_;
    PendingConnections pending_;  // the thread's
    std::mutex mutex_;
    std::deque<std::unique_ptr<GreetedConnection>> waiting_;
    std::thread thread_;
};

/// Gives a connection to whoever has the other end of `messages`. False: it cannot be taken now; a
/// failure: nobody has.
Result<bool> send_socket(int messages, const remote::OwnedFd& socket);

}  // namespace weft::serve
