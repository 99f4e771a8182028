// SPDX-License-Identifier: BSD-3-Clause
// How a client that has lost its connection comes back to its session: it starts a server as it did
// before, which hands the connection over to the process that has kept the session, and stays as
// long as the connection does.
//
// The older process listens at a local socket with an abstract name made of the session's, and lets
// in only processes of its own user; it is the client who must know the session's secret.
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

/// Hands the connection over to whoever has the session that is greeted for, and waits until it is
/// over. A failure: nobody has it.
Status hand_over(const remote::Hello& hello, int in, int out);

}  // namespace weft::serve
