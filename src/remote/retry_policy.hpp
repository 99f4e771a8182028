// SPDX-License-Identifier: BSD-3-Clause
// How long a client tries to reach a server.
//
// A link that is down for less than the timeout is no error, neither when a session begins nor
// later. The code of a dialer's failure (dial.hpp) tells whether another attempt may succeed:
//
//     efile    the link: nothing has come in time, or the connection was closed
//     enoent   the machine refuses the connection. A server may be about to start there, or the
//              port may be wrong: a client that has never reached the server gives up soon
//     eio      the command for the connection has ended, and its output does not mention the
//              link: another attempt is made if the server was reached before
//     others   the failure is final
#pragma once

#include <chrono>

#include "base/result.hpp"
#include "remote/deadline.hpp"

namespace weft::remote {

class RetryPolicy {
public:
    /// `seconds`: the timeout. `is_known`: the server was reached before. `all`: the deadline of
    /// the call that waits.
    RetryPolicy(double seconds, bool is_known, const Deadline& all);

    /// The deadline of the call that waits.
    [[nodiscard]] const Deadline& deadline() const { return all_; }
    /// Whether to try again after this failure; pauses before that. The last attempt begins when
    /// the timeout has passed.
    bool tries_again(const Status& failure);

private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    Seconds seconds_;
    bool is_known_;
    Deadline all_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point attempt_ = begun_;
    Seconds pause_;
};

}  // namespace weft::remote
