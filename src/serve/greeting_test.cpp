// SPDX-License-Identifier: BSD-3-Clause
// A client that is not served is told why, whatever its version is.
#include "serve/greeting.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <string>

namespace weft::serve {
namespace {

using remote::Body;

/// The refusal of a greeting; "" if the client is admitted.
std::string answer_to(const Body& body, remote::FrameKind kind = remote::FrameKind::hello) {
    std::array<int, 2> ends{};
    ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
    remote::FdTransport client{remote::OwnedFd(ends[0])};
    remote::FdTransport server{remote::OwnedFd(ends[1])};
    const remote::Header header = header_of(kind, 0, 0, body.size(), remote::hash_of(body));
    EXPECT_EQ(client.send(header, body).value(), header.size() + body.size());
    if (greet(server, 60).ok()) return "";
    remote::FrameCutter cutter(remote::most_greeting_bytes);
    cutter.take(client.receive(cutter.room()).value());
    const auto frame = cutter.next();
    if (!frame.ok() || !frame.value() || frame.value()->kind != remote::FrameKind::refusal)
        return "no refusal";
    return remote::decoded<remote::Refusal>(frame.value()->body).value().sentence;
}

TEST(Greeting, ClientsOfOtherVersionsHearWhichOneTheServerSpeaks) {
    EXPECT_EQ(answer_to(encoded(remote::Hello{})), "");
    EXPECT_EQ(answer_to(encoded(remote::Hello{.oldest_version = 1, .newest_version = 9})), "");
    EXPECT_EQ(answer_to(encoded(remote::Hello{.oldest_version = 3, .newest_version = 4})),
              "this server speaks version 2 of the protocol, and the client 3 to 4");
    EXPECT_EQ(answer_to(encoded(remote::Hello{.required_features = 8})),
              "the client needs a feature that this server does not know");
}

TEST(Greeting, AGreetingOfAnotherVersionMayHaveOtherFields) {
    Body old = encoded(remote::Hello{.oldest_version = 1, .newest_version = 1});
    old.resize(old.size() - 2);
    EXPECT_EQ(answer_to(old), "this server speaks version 2 of the protocol, and the client 1");
    Body future = encoded(remote::Hello{.oldest_version = 7, .newest_version = 7});
    future.resize(future.size() + 100);
    EXPECT_EQ(answer_to(future), "this server speaks version 2 of the protocol, and the client 7");
    Body broken = encoded(remote::Hello{});
    broken.pop_back();
    EXPECT_EQ(answer_to(broken), "a greeting does not have the fields of its version");
}

TEST(Greeting, WhatIsNoneIsRefused) {
    EXPECT_EQ(answer_to(encoded(remote::Hello{.magic = 1})), "this is not a greeting of Weft");
    EXPECT_EQ(answer_to({}), "this is not a greeting of Weft");
    EXPECT_EQ(answer_to(encoded(remote::Hello{}), remote::FrameKind::open),
              "the first bytes are not a greeting of Weft");
}

}  // namespace
}  // namespace weft::serve
