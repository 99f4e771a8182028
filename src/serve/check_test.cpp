// SPDX-License-Identifier: BSD-3-Clause
// Our server keeps all rules, and servers that break those about frames are found.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "serve/test_wrong_servers.hpp"

namespace weft::serve {
namespace {

/// A server that cannot be reached keeps no rule.
std::vector<std::string> names_of_rules() {
    const Checked nobody{.connect = [](const remote::SessionKey&) -> Result<remote::Wire> {
                             return Status(Code::eio, "nobody is there");
                         },
                         .folder = "",
                         .greeting_seconds = 1};
    std::vector<std::string> names;
    EXPECT_TRUE(check_server(nobody, "", [&](const RuleResult& result) {
                    EXPECT_THAT(result.deviation, testing::HasSubstr("nobody is there"));
                    names.push_back(result.rule);
                }).ok());
    return names;
}

/// Each rule has a server of its own: some wait for seconds.
TEST(ServerCheck, OurServerKeepsAllRules) {
    const std::vector<std::string> names = names_of_rules();
    EXPECT_GE(names.size(), 48);
    const Wrongs none{.settings = {.grace_seconds = 5, .limits = {.locks = most_locks}}};
    std::vector<std::future<std::vector<RuleResult>>> all;
    for (const std::string& name : names)
        all.push_back(std::async(std::launch::async, [&] { return results_of(none, name, 10); }));
    for (auto& results : all) {
        for (const RuleResult& result : results.get())
            EXPECT_EQ(result.deviation, "") << result.rule;
    }
}

TEST(ServerCheck, FindsWrongFrames) {
    expect_all_found({
        {"wrong checksums",
         "is welcomed, with",
         "the checksum of a frame is wrong",
         {.breaks_checksums = true}},
        {"takes wrong checksums",
         "A wrong checksum",
         "a changed byte of a body does not end the connection",
         {.mends_checksums = true}},
        {"numbers frames of a connection",
         "is welcomed, with",
         "has the number 1",
         {.down = in_each_frame([](Frame& frame) { ++frame.number; })}},
        {"begins with number 2",
         "Reads return",
         "comes out of order",
         {.down = in_each_frame([](Frame& frame) { frame.number += frame.number > 0 ? 1 : 0; })}},
        {"acknowledges what has not come",
         "Reads return",
         "acknowledges what was never sent",
         {.down = in_each_frame([](Frame& frame) { frame.acknowledged += 1000; })}},
        {"never acknowledges",
         "1 MiB of frames",
         "1 MiB of frames is not acknowledged",
         {.down = in_each_frame([](Frame& frame) { frame.acknowledged = 0; })}},
        {"has kinds of its own",
         "Reads return",
         "a server sends no frames of kind 77",
         {.down = as_kind(FrameKind::data, static_cast<FrameKind>(77))}},
        {"shows no life",
         "signs of life",
         "the server is silent for two seconds while a lock request waits",
         {.down = losing(FrameKind::alive)}},
        {"refuses without a word",
         "end the session with a reason",
         "the server gives no reason for its refusal",
         {.down = losing(FrameKind::refusal)}},
        {"refuses with no words",
         "Unknown kinds",
         "a frame of kind 6: the server gives no reason for its refusal",
         {.down = changing<remote::Refusal>(FrameKind::refusal,
                                            [](remote::Refusal& refusal) { refusal = {}; })}},
    });
}

TEST(ServerCheck, FindsWrongOrder) {
    auto number = std::make_shared<std::uint64_t>(0);
    // Frames that come again are new ones for the server, which then is that far ahead.
    auto last = std::make_shared<std::uint64_t>(0);
    auto again = std::make_shared<std::uint64_t>(0);
    expect_all_found({
        {"carries out what comes first",
         "in the order of their numbers",
         "frames are not carried out in the order of their numbers",
         {.up = in_each_frame([=](Frame& frame) {
              if (frame.kind == FrameKind::hello) *number = 0;
              if (frame.number > 0) frame.number = ++*number;
          })}},
        {"carries out twice",
         "comes twice",
         "a frame that comes twice is carried out twice",
         {.up = in_each_frame([=](Frame& frame) {
              if (frame.kind == FrameKind::hello) *last = *again = 0;
              if (frame.number == 0) return;
              if (frame.number <= *last) {
                  frame.number = *last + ++*again;
              } else {
                  *last = frame.number;
                  frame.number += *again;
              }
          }),
          .down =
              [=](Frame& frame) {
                  frame.acknowledged = 0;
                  const auto back = [&](std::uint64_t& request) { request -= *again; };
                  return changing<remote::Answer>(
                             FrameKind::answer,
                             [&](remote::Answer& answer) { back(answer.request); })(frame) &&
                         changing<remote::Data>(
                             FrameKind::data,
                             [&](remote::Data& data) { back(data.request); })(frame) &&
                         changing<remote::Written>(
                             FrameKind::written,
                             [&](remote::Written& written) { back(written.through); })(frame);
              }}},
        {"answers somebody else",
         "Reads return",
         "waits for no answer",
         {.down = changing<remote::Answer>(FrameKind::answer,
                                           [](remote::Answer& answer) { ++answer.request; })}},
    });
}

TEST(ServerCheck, FindsWrongGreetings) {
    using remote::Hello;
    using remote::Welcome;
    const auto hello = [](std::function<void(Hello&)> change) {
        return Wrongs{.up = changing<Hello>(FrameKind::hello, std::move(change))};
    };
    const auto welcome = [](std::function<void(Welcome&)> change) {
        return Wrongs{.down = changing<Welcome>(FrameKind::welcome, std::move(change))};
    };
    auto last = std::make_shared<remote::SessionKey>();
    Wrongs no_secret{.up = changing<Hello>(FrameKind::hello,
                                           [=](Hello& said) {
                                               if (said.session.name == last->name)
                                                   said.session = *last;
                                           }),
                     .down = changing<Welcome>(FrameKind::welcome,
                                               [=](Welcome& said) { *last = said.session; })};
    expect_all_found({
        {"version 1", "is welcomed, with", "welcome has a version that was not offered",
         welcome([](Welcome& said) { said.version = 1; })},
        {"features", "is welcomed, with", "welcome has features that this version does not know",
         welcome([](Welcome& said) { said.features = 4; })},
        {"no name", "is welcomed, with", "a session has no name",
         welcome([](Welcome& said) { said.session.name = 0; })},
        {"no secret", "is welcomed, with", "a session has no secret",
         welcome([](Welcome& said) { said.session.secret_low = said.session.secret_high = 0; })},
        {"has received", "is welcomed, with", "welcome acknowledges frames before any was sent",
         welcome([](Welcome& said) { said.received = 7; })},
        {"forgets", "goes on over a new", "received is not the number of the last frame",
         welcome([](Welcome& said) { said.received = 0; })},
        {"takes the newest version", "Of several versions",
         "the server does not choose version 2 from 1 to 9",
         welcome([](Welcome& said) { said.version = 9; })},
        {"speaks all versions", "Unknown versions", "a newer client is welcomed",
         hello([](Hello& said) { said.oldest_version = said.newest_version = 2; })},
        {"knows all features", "Unknown required",
         "a client that requires an unknown feature is welcomed",
         hello([](Hello& said) { said.required_features = 0; })},
        {"takes any magic", "Malformed and overlong",
         "a hello with a wrong magic number is welcomed",
         hello([](Hello& said) { said.magic = remote::magic; })},
        {"lets all join only", "takes the place", "a connection is not closed",
         hello([](Hello& said) { said.joins = true; })},
        {"lets nobody join", "takes the place", "the other connections do not stay when one joins",
         hello([](Hello& said) { said.joins = false; })},
        {"asks for no secret", "with the secret", "a client without the secret resumes a session",
         no_secret},
        {"loses answers",
         "is sent again",
         "an answer is lost with a connection",
         {.down = changing<remote::Data>(FrameKind::data,
                                         [](remote::Data& data) { data.bytes = {}; })}},
        {"stays after goodbye",
         "After goodbye",
         "the connection is not closed",
         {.up = losing(FrameKind::goodbye)}},
    });
}

TEST(ServerCheck, ThereAreOnlyTheRulesThatThereAre) {
    EXPECT_EQ(check_server({}, "no such rule", nullptr).code(), Code::einval);
}

}  // namespace
}  // namespace weft::serve
