// SPDX-License-Identifier: BSD-3-Clause
// Threads of Weft do not run the program's signal handlers.
#pragma once

#include <csignal>

namespace weft::storage {

/// Threads that are started while this exists get none of the program's signals.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

}  // namespace weft::storage
