// SPDX-License-Identifier: BSD-3-Clause
// For how long a server is tried that is not reached at once.
//
// A link that is down for less than a time is no error, at whatever moment that is: while a session
// goes on, and when it begins. What has failed tells whether another attempt may end otherwise. By
// the code of a dialer's failure (dial.hpp):
//
//     efile    the link: nothing has come in time, or the connection was closed
//     enoent   the machine answers, and says that nobody listens. A server may be about to start
//              there, but a port may be wrong as well: who has never met it does not wait for long
//     eio      a command that was to carry the connection has ended, and its words say nothing
//              about a link: worth another attempt for whoever knows that there is a server
//     others   the answer is final
#pragma once

#include <chrono>

#include "base/result.hpp"
#include "remote/deadline.hpp"

namespace weft::remote {

class RetryPolicy {
public:
    /// `seconds`: a link that is down for less is no error. `is_known`: a server has been met there
    /// before. `all`: for how long somebody waits at most.
    RetryPolicy(double seconds, bool is_known, const Deadline& all);

    /// Of whoever tries.
    [[nodiscard]] const Deadline& deadline() const { return all_; }
    /// Whether to try again after this failure; pauses. The last attempt is one that begins when
    /// the link has had all its time.
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
