// SPDX-License-Identifier: BSD-3-Clause
#include "remote/persistence.hpp"

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

/// How long somebody tries who always fails so, and how often.
struct Tried {
    double seconds = 0;
    int attempts = 1;
};
Tried try_in_vain(Code code, double seconds, bool is_known, double all = 60) {
    const auto begun = Clock::now();
    Persistence persistence(seconds, is_known, Patience(all));
    Tried tried;
    while (persistence.goes_on({code, "in vain"})) ++tried.attempts;
    tried.seconds = seconds_since(begun);
    return tried;
}

TEST(Persistence, ALinkHasAllItsTimeAndTheLastAttemptBeginsBehindIt) {
    for (const Code code : {Code::efile, Code::enoent, Code::eio}) {
        const Tried tried = try_in_vain(code, 0.4, true);
        EXPECT_GE(tried.seconds, 0.4);
        // Behind pauses of 50, 100, 200 and 50 ms and of what is left, or fewer on a machine that
        // is late.
        EXPECT_GE(tried.attempts, 2);
        EXPECT_LE(tried.attempts, 6);
    }
    EXPECT_GE(try_in_vain(Code::efile, 0.4, false).seconds, 0.4) << "somebody was there";
}

TEST(Persistence, AnAnswerThatIsFinalIsNotAskedForAgain) {
    for (const Code code : {Code::eperm, Code::einval, Code::enomem})
        EXPECT_EQ(try_in_vain(code, 60, true).attempts, 1);
    EXPECT_EQ(try_in_vain(Code::eio, 60, false).attempts, 1) << "a command that never worked";
}

TEST(Persistence, ItEndsWithTheTimeOfWhoeverWaits) {
    constexpr double longer_than_any_test = 3600;
    try_in_vain(Code::efile, longer_than_any_test, true, 0.2);
    const int word = ::eventfd(1, EFD_CLOEXEC);
    Persistence persistence(longer_than_any_test, true, Patience(longer_than_any_test, word));
    EXPECT_FALSE(persistence.goes_on({Code::efile, "nobody waits any longer"}));
    ::close(word);
}

TEST(Persistence, ASilentLinkIsTriedOnceMoreBehindItsTime) {
    Persistence persistence(0.1, true, Patience(3600));
    ::usleep(200'000);
    EXPECT_TRUE(persistence.goes_on({Code::efile, "an attempt that began when it may be down"}));
    EXPECT_FALSE(persistence.goes_on({Code::efile, "one that did not"}));
}

}  // namespace
}  // namespace weft::remote
