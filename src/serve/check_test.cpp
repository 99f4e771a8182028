// SPDX-License-Identifier: BSD-3-Clause
// The rules for servers: ours keeps them all, and ways of breaking those about frames are found.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "serve/wrong_servers.hpp"

namespace weft::serve {
namespace {

TEST(ServerCheck, OurServerKeepsAllRules) {
    const auto verdicts = verdicts_of({}, "", 10);
    EXPECT_GE(verdicts.size(), 40);
    for (const Verdict& verdict : verdicts) EXPECT_EQ(verdict.deviation, "") << verdict.rule;
}

TEST(ServerCheck, FindsWrongFrames) {
    expect_all_found({
        {"wrong checksums", "is welcomed, with", {.breaks_checksums = true}},
        {"takes wrong checksums", "A wrong checksum", {.mends_checksums = true}},
        {"numbers frames of a connection",
         "is welcomed, with",
         {.down = in_each_frame([](Frame& frame) { ++frame.number; })}},
        {"begins with number 2", "What is read is", {.down = in_each_frame([](Frame& frame) {
                                                         frame.number += frame.number > 0 ? 1 : 0;
                                                     })}},
        {"acknowledges what has not come",
         "What is read is",
         {.down = in_each_frame([](Frame& frame) { frame.acknowledged += 1000; })}},
        {"never acknowledges", "1 MiB of frames", {.down = in_each_frame([](Frame& frame) {
                                                       frame.acknowledged = 0;
                                                   })}},
        {"has kinds of its own",
         "What is read is",
         {.down = as_kind(Kind::data, static_cast<Kind>(77))}},
        {"shows no life", "shows life", {.down = losing(Kind::alive)}},
        {"refuses without a word", "end the session in words", {.down = losing(Kind::refusal)}},
        {"refuses with no words",
         "Kinds that there are not",
         {.down = changing<remote::Refusal>(Kind::refusal,
                                            [](remote::Refusal& refusal) { refusal = {}; })}},
    });
}

TEST(ServerCheck, FindsWrongOrder) {
    auto number = std::make_shared<std::uint64_t>(0);
    expect_all_found({
        {"carries out what comes first",
         "in the order of their numbers",
         {.up = in_each_frame([=](Frame& frame) {
              if (frame.kind == Kind::hello) *number = 0;
              if (frame.number > 0) frame.number = ++*number;
          })}},
        {"carries out twice",
         "comes twice",
         {.up = in_each_frame([=](Frame& frame) {
              if (frame.kind == Kind::hello) *number = 0;
              if (frame.number > 0) frame.number = ++*number;
          }),
          .down = in_each_frame([](Frame& frame) { frame.acknowledged = 0; })}},
        {"answers somebody else",
         "What is read is",
         {.down = changing<remote::Answer>(Kind::answer,
                                           [](remote::Answer& answer) { ++answer.request; })}},
    });
}

TEST(ServerCheck, FindsWrongGreetings) {
    using remote::Hello;
    using remote::Welcome;
    const auto hello = [](std::function<void(Hello&)> change) {
        return Wrongs{.up = changing<Hello>(Kind::hello, std::move(change))};
    };
    const auto welcome = [](std::function<void(Welcome&)> change) {
        return Wrongs{.down = changing<Welcome>(Kind::welcome, std::move(change))};
    };
    auto last = std::make_shared<remote::SessionKey>();
    Wrongs open_door{
        .up = changing<Hello>(Kind::hello,
                              [=](Hello& said) {
                                  if (said.session.name == last->name) said.session = *last;
                              }),
        .down = changing<Welcome>(Kind::welcome, [=](Welcome& said) { *last = said.session; })};
    expect_all_found({
        {"version 1", "is welcomed, with", welcome([](Welcome& said) { said.version = 1; })},
        {"features", "is welcomed, with", welcome([](Welcome& said) { said.features = 4; })},
        {"no name", "is welcomed, with", welcome([](Welcome& said) { said.session.name = 0; })},
        {"no secret", "is welcomed, with",
         welcome([](Welcome& said) { said.session.secret_low = said.session.secret_high = 0; })},
        {"has received", "is welcomed, with", welcome([](Welcome& said) { said.received = 7; })},
        {"forgets", "goes on over a new", welcome([](Welcome& said) { said.received = 0; })},
        {"takes the newest version", "Of several versions",
         welcome([](Welcome& said) { said.version = 9; })},
        {"speaks all versions", "Versions that the server",
         hello([](Hello& said) { said.oldest_version = said.newest_version = 2; })},
        {"knows all features", "Required features",
         hello([](Hello& said) { said.required_features = 0; })},
        {"takes any magic", "Greetings that are none",
         hello([](Hello& said) { said.magic = remote::magic; })},
        {"lets all join only", "takes the place", hello([](Hello& said) { said.joins = true; })},
        {"lets nobody join", "takes the place", hello([](Hello& said) { said.joins = false; })},
        {"asks for no secret", "knows the secret", open_door},
        {"loses answers",
         "comes again",
         {.down = changing<remote::Data>(Kind::data, [](remote::Data& data) { data.bytes = {}; })}},
        {"stays after goodbye", "After goodbye", {.up = losing(Kind::goodbye)}},
    });
}

TEST(ServerCheck, ThereAreOnlyTheRulesThatThereAre) {
    EXPECT_EQ(check_server({}, "no such rule", nullptr).code(), Code::einval);
}

}  // namespace
}  // namespace weft::serve
