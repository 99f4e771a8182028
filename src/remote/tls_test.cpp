// SPDX-License-Identifier: BSD-3-Clause
#include "remote/tls.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <string>

#include "remote/preamble.hpp"

namespace weft::remote {
namespace {

NamedKey key_named(const std::string& name, int filling) {
    NamedKey key{.name = name};
    key.key.fill(static_cast<std::byte>(filling));
    return key;
}

/// Two ends in one thread.
class Pair {
public:
    explicit Pair(const NamedKey& clients, std::span<const std::byte> preamble = {}) {
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
        client = TlsTransport::client(OwnedFd(ends[0]), clients, preamble).value();
        server = TlsTransport::server(OwnedFd(ends[1]), [](const std::string& name) {
                     return name == "alice" ? std::optional(key_named("", 1).key) : std::nullopt;
                 }).value();
    }
    /// The text that arrives at the other end, or the reason why it does not.
    std::string carry(const std::string& text, Transport& from, Transport& to) {
        std::string heard;
        std::size_t sent = 0;
        std::array<std::byte, 1000> part{};
        const auto bytes = std::as_bytes(std::span(text));
        for (int i = 0; i < 100'000 && heard.size() < text.size(); ++i) {
            const auto now =
                from.send(bytes.subspan(sent).first(std::min<std::size_t>(7, bytes.size() - sent)),
                          bytes.subspan(std::min(bytes.size(), sent + 7)));
            if (!now.ok()) return now.status().context();
            sent += now.value();
            const auto got = to.receive(part);
            if (!got.ok()) return got.status().context();
            heard.append(reinterpret_cast<const char*>(part.data()), got.value());
            // The handshake needs both.
            if (const auto back = from.receive(part); !back.ok()) return back.status().context();
        }
        return heard;
    }

    std::unique_ptr<TlsTransport> client;
    std::unique_ptr<TlsTransport> server;
};

TEST(Tls, CarriesBytesBothWaysBetweenThoseWhoHaveTheKey) {
    Pair pair(key_named("alice", 1));
    std::string text;
    for (unsigned i = 0; i < 100'000; ++i) text.push_back(static_cast<char>(i * i >> 3U));
    EXPECT_EQ(pair.server->peer(), "");
    EXPECT_EQ(pair.carry(text, *pair.client, *pair.server), text);
    EXPECT_EQ(pair.carry(text, *pair.server, *pair.client), text);
    EXPECT_EQ(pair.server->peer(), "alice");
}

TEST(Tls, AnotherKeyOrAnotherNameGetsNowhere) {
    for (const NamedKey& key : {key_named("alice", 2), key_named("bob", 1)}) {
        Pair pair(key);
        EXPECT_NE(pair.carry("secret", *pair.client, *pair.server), "secret");
        EXPECT_EQ(pair.server->peer(), "");
        std::array<std::byte, 10> bytes{};
        const auto heard = pair.client->receive(bytes);
        ASSERT_FALSE(heard.ok());
        EXPECT_EQ(heard.code(), Code::eperm);
        EXPECT_NE(heard.status().context().find("\"" + key.name + "\" is not accepted"),
                  std::string::npos)
            << heard.status().context();
    }
}

TEST(Tls, WhatWasRecordedIsWorthNothing) {
    // All bytes that an honest client has sent are sent again to the same server.
    std::array<int, 2> ends{};
    std::array<int, 2> other{};
    ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data());
    ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, other.data());
    const auto find = [](const std::string&) { return std::optional(key_named("", 1).key); };
    auto client = TlsTransport::client(OwnedFd(ends[0]), key_named("alice", 1), {}).value();
    auto server = TlsTransport::server(OwnedFd(other[1]), find).value();
    const OwnedFd to_client(ends[1]);
    const OwnedFd to_server(other[0]);
    const std::string text = "remove /everything";
    std::vector<std::byte> recorded;
    std::array<std::byte, 4096> part{};
    std::string heard;
    std::size_t sent = 0;
    for (int i = 0; i < 100; ++i) {
        if (sent == 0) sent = client->send(std::as_bytes(std::span(text)), {}).value();
        if (const ssize_t got = ::recv(to_client.get(), part.data(), part.size(), 0); got > 0) {
            recorded.insert(recorded.end(), part.begin(), part.begin() + got);
            ::send(to_server.get(), part.data(), static_cast<std::size_t>(got), 0);
        }
        if (const auto got = server->receive(part); got.ok())
            heard.append(reinterpret_cast<const char*>(part.data()), got.value());
        if (const ssize_t got = ::recv(to_server.get(), part.data(), part.size(), 0); got > 0)
            ::send(to_client.get(), part.data(), static_cast<std::size_t>(got), 0);
        static_cast<void>(client->receive(part));
    }
    ASSERT_EQ(heard, text);

    std::array<int, 2> again{};
    ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, again.data());
    const OwnedFd thief(again[0]);
    auto fooled = TlsTransport::server(OwnedFd(again[1]), find).value();
    ::send(thief.get(), recorded.data(), recorded.size(), 0);
    Status refused;
    for (int i = 0; i < 10 && refused.ok(); ++i) {
        const auto got = fooled->receive(part);
        if (!got.ok()) refused = got.status();
        EXPECT_EQ(got.ok() ? got.value() : 0U, 0U);
    }
    EXPECT_FALSE(refused.ok());
    EXPECT_EQ(fooled->peer(), "");
}

TEST(Tls, AServerWithoutTheSessionSaysSo) {
    std::array<int, 2> ends{};
    ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
    auto client =
        TlsTransport::client(OwnedFd(ends[0]), stream_key({1, 2, 3}), preamble_of(1)).value();
    const OwnedFd server(ends[1]);
    std::array<std::byte, 100> bytes{};
    EXPECT_EQ(client->receive(bytes).value(), 0U);
    Preamble preamble{};
    ASSERT_EQ(::recv(server.get(), preamble.data(), preamble.size(), 0), std::ssize(preamble));
    EXPECT_EQ(session_in(preamble), 1U);
    const auto alert = no_such_session();
    ::send(server.get(), alert.data(), alert.size(), 0);
    const auto heard = client->receive(bytes);
    ASSERT_FALSE(heard.ok());
    EXPECT_EQ(heard.code(), Code::eperm);
    EXPECT_TRUE(heard.status().context().starts_with("the session is over"))
        << heard.status().context();
}

}  // namespace
}  // namespace weft::remote
