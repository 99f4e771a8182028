// SPDX-License-Identifier: BSD-3-Clause
#include "remote/sessions.hpp"

#include <chrono>

namespace weft::remote {
namespace {

const Destination far{"ssh", "", "far", ""};

/// Seconds that it takes to end while a session is on its way.
double ending_takes(const Ways& ways) {
    auto all = std::make_unique<Sessions>();
    all->expect(far, ways, {.is_soon = true});
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const auto begun = std::chrono::steady_clock::now();
    all.reset();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

TEST(Sessions, EndAtOnceAlthoughOneIsOnItsWayThatNobodyAnswers) {
    const Ways ways{.shell = "tail -f /dev/null", .server = "weft", .greeting_seconds = 60};
    EXPECT_LT(ending_takes(ways), 10);
}

TEST(Sessions, TellWhoNeedsOneWhyItCouldNotBeBegun) {
    Sessions all;
    const Ways ways{.shell = "false", .server = "weft", .timeout_seconds = 0.5};
    all.expect(far, ways, {.is_soon = true});
    const auto refused = all.with(far, ways);
    EXPECT_EQ(refused.code(), Code::efile);
    EXPECT_NE(refused.status().context().find("no Weft server answers"), std::string::npos);
}

}  // namespace
}  // namespace weft::remote
