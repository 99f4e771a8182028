// SPDX-License-Identifier: BSD-3-Clause
#include "remote/sessions.hpp"

#include <chrono>
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

}  // namespace
}  // namespace weft::remote
