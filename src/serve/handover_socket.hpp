// SPDX-License-Identifier: BSD-3-Clause
// How a client that has lost its connection resumes its session: it starts a server process as
// before, which hands the connection over to the process that has kept the session, and stays as
// long as the connection does.
//
// The older process listens at a local socket with an abstract address made of the session's name,
// and admits only processes of its own user. The client must prove the session's secret.
#pragma once

#include <memory>

#include "serve/host.hpp"

namespace weft::serve {

class HandoverSocket final : public ConnectionSource {
public:
    static Result<std::unique_ptr<HandoverSocket>> open(const remote::SessionKey& key);
    [[nodiscard]] int fd() const override { return listener_.get(); }
    std::unique_ptr<GreetedConnection> admit() override;

private:
    explicit HandoverSocket(remote::OwnedFd listener) : listener_(std::move(listener)) {}
    remote::OwnedFd listener_;
};

/// Hands the connection over to the process that has the session in `hello`, and waits until the
/// connection is over. Fails if no process has the session.
Status hand_over(const remote::Hello& hello, int in, int out);

}  // namespace weft::serve
