// SPDX-License-Identifier: BSD-3-Clause
// Our server keeps all rules; and of each part of the protocol the check finds servers that break
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "wrong_servers.hpp"

namespace weft::protocol {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

Result<remote::Wire> nobody(const remote::SessionKey&) {
    return Status(Code::eio, "nobody is there");
}

std::vector<std::string> names_of_rules() {
    std::vector<std::string> names;
    EXPECT_TRUE(check({.connect = nobody, .folder = "", .greeting_seconds = 1}, "",
                      [&](const RuleResult& result) {
                          EXPECT_EQ(result.verdict, Verdict::broken) << result.rule;
                          EXPECT_THAT(result.reason, testing::HasSubstr("nobody is there"));
                          names.push_back(result.rule);
                      })
                    .ok());
    return names;
}

std::vector<RuleResult> results_of(Wrong wrong, const std::string& rule, double timeout_seconds) {
    Servers servers(std::move(wrong));
    const Checked checked{
        .connect = [&](const remote::SessionKey&) { return servers.connect(); },
        .connect_beside =
            [&](const remote::SessionTicket& ticket) { return servers.connect_beside(ticket); },
        .folder = "",
        .timeout_seconds = timeout_seconds,
        .kept_seconds = 8,
        .greeting_seconds = 4,
        .most_locks = 512};
    std::vector<RuleResult> results;
    EXPECT_TRUE(
        check(checked, rule, [&](const RuleResult& result) { results.push_back(result); }).ok());
    return results;
}

/// Each rule has a server of its own, as some wait for seconds.
TEST(ProtocolCheck, OurServerKeepsAllRules) {
    const std::vector<std::string> names = names_of_rules();
    EXPECT_GE(names.size(), 52);
    const Wrong nothing{.settings = {.grace_seconds = 8, .limits = {.locks = 512}}};
    std::vector<std::future<std::vector<RuleResult>>> all;
    for (const std::string& name : names)
        all.push_back(
            std::async(std::launch::async, [&] { return results_of(nothing, name, 10); }));
    for (auto& results : all) {
        for (const RuleResult& result : results.get())
            EXPECT_EQ(result.verdict, Verdict::holds) << result.rule << ": " << result.reason;
    }
}

TEST(ProtocolCheck, ThereAreOnlyTheRulesThatThereAre) {
    EXPECT_EQ(check({}, "no such rule", nullptr).code(), Code::einval);
}

struct Finding {
    const char* rule;  // a part of its name
    const char* says;  // what the rule finds: a part of the sentence
    Wrong wrong;
};

Wrong up(Change change) {
    return {.frames = {.up = std::move(change)}};
}

Wrong down(Change change) {
    return {.frames = {.down = std::move(change)}};
}

std::vector<Finding> wrong_frames() {
    auto number = std::make_shared<std::uint64_t>(0);
    const Change in_order_of_arrival = in_each_frame([=](Frame& frame) {
        if (frame.kind == FrameKind::hello) *number = 0;
        if (frame.number > 0) frame.number = ++*number;
    });
    return {
        {"is welcomed, with",
         "the checksum of a frame is wrong",
         {.frames = {.breaks_checksums = true}}},
        {"A wrong checksum",
         "a changed byte of a body does not end the connection",
         {.frames = {.mends_checksums = true}}},
        {"1 MiB of frames", "1 MiB of frames is not acknowledged",
         down(in_each_frame([](Frame& frame) { frame.acknowledged = 0; }))},
        {"in the order of their numbers",
         "frames are not carried out in the order of their numbers", up(in_order_of_arrival)},
        {"Reads return", "a server sends no frames of kind 77",
         down(as_kind(FrameKind::data, static_cast<FrameKind>(77)))},
    };
}

std::vector<Finding> wrong_greetings() {
    using remote::Hello;
    using remote::Welcome;
    const auto hello = [](std::function<void(Hello&)> change) {
        return changing<Hello>(FrameKind::hello, std::move(change));
    };
    const auto welcome = [](std::function<void(Welcome&)> change) {
        return changing<Welcome>(FrameKind::welcome, std::move(change));
    };
    auto last = std::make_shared<remote::SessionKey>();
    const Change without_a_secret = hello([=](Hello& said) {
        if (said.session.name == last->name) said.session = *last;
    });
    const Change as_usual = welcome([=](Welcome& said) { *last = said.session; });
    return {
        {"is welcomed, with", "welcome has features that this version does not know",
         down(welcome([](Welcome& said) { said.features = 4; }))},
        {"goes on over a new", "received is not the number of the last frame",
         down(welcome([](Welcome& said) { said.received = 0; }))},
        {"Malformed and overlong", "a hello with a wrong magic number is welcomed",
         up(hello([](Hello& said) { said.magic = remote::magic; }))},
        {"with the secret",
         "a client without the secret resumes a session",
         {.frames = {.up = without_a_secret, .down = as_usual}}},
        {"opens nothing else",
         "the key for sibling sessions resumes the session",
         {.frames_beside = {.up = hello([](Hello& said) { said.session = {}; })}}},
    };
}

std::vector<Finding> wrong_bytes() {
    const auto without_the_first = [](remote::Data& part) {
        auto& bytes = part.bytes.bytes;
        if (!bytes.empty()) bytes = bytes.subspan(1);
    };
    return {
        {"Reads return", "a read returns other bytes than were written",
         down(changing<remote::Data>(FrameKind::data, without_the_first))},
        {"Finished writes", "the server does not report finished writes",
         down(losing(FrameKind::written))},
        {"Failed writes", "a write at a negative offset does not fail",
         up(changing<remote::WriteBytes>(
             FrameKind::write,
             [](remote::WriteBytes& write) { write.offset = std::abs(write.offset); }))},
        {"Shapes are", "write_shape ignores base or from",
         up(changing<remote::WriteShape>(FrameKind::write_shape,
                                         [](remote::WriteShape& write) { write.base = 0; }))},
        {"Checksums cover", "the checksum of abc is wrong",
         down(changing_value<remote::ChecksumThere>(
             [](remote::ChecksumThere& there) { ++there.checksum.high; }))},
    };
}

std::vector<Finding> wrong_names() {
    auto identity = std::make_shared<std::uint64_t>(0);
    return {
        {"have their codes", "creating an existing file exclusively",
         up(changing<remote::OpenRequest>(
             FrameKind::open,
             [](remote::OpenRequest& request) { request.intent.exclusive = false; }))},
        {"and one identity", "one file has two identities",
         down(changing_value<remote::OpenedFile>(
             [=](remote::OpenedFile& file) { file.identity = ++*identity; }))},
        {"renamed, inspected", "a removed file still exists",
         up(as_kind(FrameKind::remove, FrameKind::sync_directory))},
    };
}

std::vector<Finding> wrong_locks() {
    const auto elsewhere = [](remote::OfRange& range) { range.offset += 1000 * range.file; };
    return {
        {"waits for another file", "a lock is not seen by another file",
         up(changing<remote::OfRange>(FrameKind::lock, elsewhere))},
        {"outlives its file", "a held lock ends when its file is closed",
         up(changing<remote::OfRange>(FrameKind::hold, elsewhere))},
        {"signs of life", "the server is silent while a lock request waits",
         down(losing(FrameKind::alive))},
        {"to settle sets", "settle_size does not recognise the last client",
         up(changing<remote::SettleSize>(FrameKind::settle_size,
                                         [](remote::SettleSize& asked) { asked.others = {}; }))},
    };
}

std::vector<Finding> overlooked_misuse() {
    return {
        {"Invalid shapes", "bytes that are not a shape: the connection is not closed",
         up(ignoring(FrameKind::shape))},
        {"Numbers out of bounds", "a negative length: the connection is not closed",
         up(ignoring(FrameKind::read))},
        {"Acknowledging what was never",
         "an acknowledgement of what was never sent: the connection is not closed",
         up(in_each_frame([](Frame& frame) { frame.acknowledged = 0; }))},
        {"Unknown kinds", "a frame of kind 6: the server gives no reason for its refusal",
         down(losing(FrameKind::refusal))},
    };
}

std::vector<Finding> wrong_limits() {
    const Change always_well = changing<remote::Answer>(
        FrameKind::answer, [](remote::Answer& answer) { answer.code = 0; });
    return {
        {"kept for 30 seconds",
         "a session is gone too early",
         {.settings = {.grace_seconds = 0.5}}},
        {"five seconds without a greeting",
         "a connection without a greeting is not closed in time",
         {.greeting_seconds = 60}},
        {"65,536 locks", "one session has more than 65,536 locks", down(always_well)},
        {"Too many open", "one session has more than 4096 open files", down(always_well)},
        {"16 MiB of requests",
         "more than 16 MiB of requests wait",
         {.settings = {.grace_seconds = 3, .queue_bytes = 30 * mebibyte}}},
    };
}

std::string found_by(const Finding& finding) {
    std::string reasons;
    for (const RuleResult& result : results_of(finding.wrong, finding.rule, 8)) {
        if (result.verdict == Verdict::broken) reasons += result.reason + "\n";
    }
    return reasons;
}

/// All servers are checked at once: most of the time a client waits for a wrong server.
TEST(ProtocolCheck, FindsServersThatBreakARule) {
    std::vector<Finding> findings;
    for (const auto& some : {wrong_frames(), wrong_greetings(), wrong_bytes(), wrong_names(),
                             wrong_locks(), overlooked_misuse(), wrong_limits()})
        findings.insert(findings.end(), some.begin(), some.end());
    std::vector<std::future<std::string>> found;
    for (const Finding& finding : findings)
        found.push_back(std::async(std::launch::async, [&] { return found_by(finding); }));
    for (std::size_t i = 0; i < findings.size(); ++i)
        EXPECT_THAT(found[i].get(), testing::HasSubstr(findings[i].says)) << findings[i].rule;
}

}  // namespace
}  // namespace weft::protocol
