// SPDX-License-Identifier: BSD-3-Clause
// Servers with other limits are found.
#include <memory>

#include "serve/test_wrong_servers.hpp"

namespace weft::serve {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

TEST(ServerCheck, FindsWrongLimitsAndTimeouts) {
    auto writes = std::make_shared<int>(0);
    expect_all_found({
        {"gives sessions up",
         "kept for 30 seconds",
         "a session is gone too early",
         {.settings = {.grace_seconds = 0.5}}},
        {"keeps sessions",
         "kept for 30 seconds",
         "a session is kept for too long",
         {.settings = {.grace_seconds = 20}}},
        {"waits for no greetings",
         "five seconds without a greeting",
         "the server does not wait for a greeting",
         {.greeting_seconds = 0.1}},
        {"waits for greetings",
         "five seconds without a greeting",
         "a connection without a greeting is not closed in time",
         {.greeting_seconds = 60}},
        {"gives all locks",
         "65,536 locks",
         "one session has more than 65,536 locks",
         {.down = changing<remote::Answer>(FrameKind::answer,
                                           [](remote::Answer& answer) { answer.code = 0; })}},
        {"lets more requests wait",
         "16 MiB of requests",
         "more than 16 MiB of requests wait",
         {.settings = {.grace_seconds = 0.5, .queue_bytes = 30 * mebibyte}}},
        {"sends more answers",
         "16 MiB of requests",
         "more than 32 MiB of answers come without an acknowledgement",
         {.settings = {.grace_seconds = 0.5, .kept_bytes = 36 * mebibyte}}},
        {"sends few answers",
         "16 MiB of requests",
         "the server stops before 32 MiB of answers are unacknowledged",
         {.settings = {.grace_seconds = 0.5, .kept_bytes = 20 * mebibyte}}},
        {"keeps few early frames",
         "come out of order",
         "has no answer",
         {.up = [=](Frame& frame) { return frame.kind != FrameKind::write || ++*writes != 100; }}},
    });
}

}  // namespace
}  // namespace weft::serve
