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

#include "serve/reception.hpp"

namespace weft::serve {

class StreamDoor final : public Door {
public:
    /// Takes over who begins a session beside this one; called by the door's thread.
    using Neighbours = std::function<void(Guest)>;

    /// A port at this address that the session's client gets through, and who it has invited.
    static Result<std::unique_ptr<StreamDoor>> listen(const remote::SessionKey& key,
                                                      const std::string& host,
                                                      Neighbours neighbours);
    /// `source`: a local socket that brings connections, one with each message (send_socket()).
    static std::unique_ptr<StreamDoor> behind(const remote::SessionKey& key,
                                              remote::OwnedFd source);
    ~StreamDoor() override;

    [[nodiscard]] int fd() const override { return bell_.get(); }
    std::unique_ptr<Guest> admit() override;
    /// Where it listens.
    [[nodiscard]] remote::Endpoint place() const { return remote::local_end(source_.get()); }

private:
    enum class Source { listener, messages };
    StreamDoor(const remote::SessionKey& key, remote::OwnedFd source, Source kind,
               Neighbours neighbours);
    void run();
    void receive(Reception::Arrived arrived);
    bool take_from_source();

    const remote::OwnedFd source_;
    const Source kind_;
    const Neighbours neighbours_;  // null: there are none
    const std::string neighbour_;  // the name of their key
    const remote::OwnedFd bell_;
    const remote::OwnedFd end_;
    Reception reception_;  // the thread's
    std::mutex mutex_;
    std::deque<std::unique_ptr<Guest>> waiting_;
    std::thread thread_;
};

/// Gives a connection to whoever has the other end of `messages`. False: it cannot be taken now; a
/// failure: nobody has.
Result<bool> send_socket(int messages, const remote::OwnedFd& socket);

}  // namespace weft::serve
