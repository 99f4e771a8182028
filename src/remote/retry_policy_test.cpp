// SPDX-License-Identifier: BSD-3-Clause
#include "remote/retry_policy.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>
#include <vector>

namespace weft::remote {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) {
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

/// How long, and how often, a client tries if all attempts fail in the same way.
struct Tried {
    double seconds = 0;
    int attempts = 1;
};
Tried try_and_fail(Code code, double seconds, bool is_known, double all = 60) {
    const auto begun = Clock::now();
    RetryPolicy retry_policy(seconds, is_known, Deadline(all));
    Tried tried;
    while (retry_policy.tries_again({code, "fails always"})) ++tried.attempts;
    tried.seconds = seconds_since(begun);
    return tried;
}

TEST(RetryPolicy, ALinkHasAllItsTimeAndTheLastAttemptBeginsBehindIt) {
    for (const Code code : {Code::efile, Code::enoent, Code::eio}) {
        const Tried tried = try_and_fail(code, 0.4, true);
        EXPECT_GE(tried.seconds, 0.4);
        // Behind pauses of 50, 100, 200 and 50 ms and of what is left, or fewer on a machine that
        // is late.
        EXPECT_GE(tried.attempts, 2);
        EXPECT_LE(tried.attempts, 6);
    }
    EXPECT_GE(try_and_fail(Code::efile, 0.4, false).seconds, 0.4) << "a server was there";
}

TEST(RetryPolicy, AFinalFailureIsNotTriedAgain) {
    for (const Code code : {Code::eperm, Code::einval, Code::enomem})
        EXPECT_EQ(try_and_fail(code, 60, true).attempts, 1);
    EXPECT_EQ(try_and_fail(Code::eio, 60, false).attempts, 1) << "a command that never worked";
}

TEST(RetryPolicy, ItEndsWithTheDeadlineOfTheCall) {
    constexpr double longer_than_any_test = 3600;
    try_and_fail(Code::efile, longer_than_any_test, true, 0.2);
    const int word = ::eventfd(1, EFD_CLOEXEC);
    RetryPolicy retry_policy(longer_than_any_test, true, Deadline(longer_than_any_test, word));
    EXPECT_FALSE(retry_policy.tries_again({Code::efile, "the call was cancelled"}));
    ::close(word);
}

TEST(RetryPolicy, ASilentLinkIsTriedOnceMoreBehindItsTime) {
    RetryPolicy retry_policy(0.1, true, Deadline(3600));
    ::usleep(200'000);
    EXPECT_TRUE(
        retry_policy.tries_again({Code::efile, "an attempt that began when it may be down"}));
    EXPECT_FALSE(retry_policy.tries_again({Code::efile, "one that did not"}));
}

}  // namespace
}  // namespace weft::remote
