// SPDX-License-Identifier: BSD-3-Clause
#include "remote/sessions.hpp"

#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace weft::remote {
namespace {

const Destination far{"ssh", "", "far", ""};

TEST(Sessions, EndAlthoughOneIsOnItsWayThatNobodyAnswers) {
    constexpr double longer_than_any_test = 3600;
    const Ways ways{.shell = "tail -f /dev/null",
                    .server = "weft",
                    .greeting_seconds = longer_than_any_test,
                    .timeout_seconds = longer_than_any_test};
    auto all = std::make_unique<Sessions>();
    all->expect(far, ways, {.is_soon = true});
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    all.reset();
}

TEST(Sessions, TellWhoNeedsOneWhyItCouldNotBeBegun) {
    Sessions all;
    const Ways ways{.shell = "false", .server = "weft", .timeout_seconds = 0.5};
    all.expect(far, ways, {.is_soon = true});
    const auto refused = all.with(far, ways);
    EXPECT_EQ(refused.code(), Code::efile);
    EXPECT_NE(refused.status().context().find("no Weft server answers"), std::string::npos);
}

/// Ends the process with 0 if OpenSSL is there still when static sessions are about to end.
struct StaticSessions {
    Sessions all;
    ~StaticSessions() { std::_Exit(OPENSSL_init_ssl(0, nullptr) == 1 ? 0 : 1); }
};

[[noreturn]] void use_tls_after_making_sessions() {
    static const StaticSessions process;
    OPENSSL_init_ssl(0, nullptr);  // as the first connection does
    std::exit(2);
}

TEST(Sessions, OfTheProcessEndBeforeOpenSsl) {
    // The test runs in a process of its own, in which no other test has used OpenSSL before.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(use_tls_after_making_sessions(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace weft::remote
