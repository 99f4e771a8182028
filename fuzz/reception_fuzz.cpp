// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of what a stranger says to a server that listens, in the clear and under TLS. The
// first byte says how it is said:
//     0: the rest are the stranger's bytes, each part a length (two bytes, the lowest first) and
//        that many bytes;
//     1: the same, but the stranger has a key, and says this under TLS;
//     2: as 1, but each part is the body of a hello.
// Nobody arrives whose greeting is none, and nobody without a key.
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "serve/pending_connections.hpp"

namespace {

using namespace weft;

void require(bool holds) {
    if (!holds) std::abort();
}

using Bytes = std::vector<std::byte>;

enum class Manner : std::uint8_t { plain, under_tls, greeting };

std::vector<Bytes> parts_of(std::span<const std::byte> input) {
    std::vector<Bytes> parts;
    for (std::size_t at = 0; at + 2 <= input.size();) {
        const std::size_t length = remote::load_little<std::uint16_t>(&input[at]);
        const auto part = input.subspan(at + 2).first(std::min(length, input.size() - at - 2));
        parts.emplace_back(part.begin(), part.end());
        at += 2 + part.size();
    }
    return parts;
}

Bytes framed(const Bytes& body) {
    const auto header =
        header_of(remote::FrameKind::hello, 0, 0, body.size(), remote::hash_of(body));
    Bytes bytes(header.size() + body.size());
    std::ranges::copy(header, bytes.begin());
    std::ranges::copy(body, bytes.begin() + std::ssize(header));
    return bytes;
}

const remote::NamedKey& key() {
    static const remote::NamedKey known{"alice", {std::byte{7}}};
    return known;
}

struct Outcome {
    std::vector<serve::PendingConnections::Arrived> arrived;
    int refused = 0;
};

/// The server's turn.
void move(serve::PendingConnections& pending, Outcome& outcome) {
    auto more = pending.move([&](const std::string&, const std::string& why) {
        require(!why.empty());
        ++outcome.refused;
    });
    for (auto& one : more) outcome.arrived.push_back(std::move(one));
}

/// Says the part, as far as the server listens.
void say(remote::Transport& stranger, serve::PendingConnections& pending, Outcome& outcome,
         std::span<const std::byte> part) {
    for (int turn = 0; turn < 16 && !part.empty() && pending.count() > 0; ++turn) {
        const auto sent = stranger.send(part, {});
        if (!sent.ok()) return;
        part = part.subspan(sent.value());
        move(pending, outcome);
    }
}

std::unique_ptr<remote::Transport> stranger_at(remote::OwnedFd socket, Manner manner) {
    if (manner == Manner::plain) return std::make_unique<remote::FdTransport>(std::move(socket));
    auto transport = remote::TlsTransport::client(std::move(socket), key(), remote::preamble_of(0));
    require(transport.ok());
    return std::move(transport).value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(data), size);
    const auto manner = static_cast<Manner>(data[0] % 3);
    std::array<int, 2> ends{};
    require(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
    serve::PendingConnections pending(
        {.find = [](const std::string& name) -> std::optional<remote::SecretKey> {
             if (name == key().name) return key().key;
             return std::nullopt;
         },
         .hand_over = [](std::uint64_t, remote::OwnedFd&) -> Result<bool> {
             return Status(Code::enoent, "there is no such session");
         }});
    auto stranger = stranger_at(remote::OwnedFd(ends[0]), manner);
    pending.add(remote::OwnedFd(ends[1]));
    Outcome outcome;
    for (const Bytes& part : parts_of(input.subspan(1)))
        say(*stranger, pending, outcome, manner == Manner::greeting ? framed(part) : part);
    stranger.reset();
    move(pending, outcome);
    // Who has gone is not waited for, and each is let in, or refused, once.
    require(pending.count() == 0);
    require(outcome.arrived.size() + static_cast<std::size_t>(outcome.refused) == 1);
    require(manner != Manner::plain || outcome.arrived.empty());
    for (const auto& one : outcome.arrived) {
        require(one.key == key().name && serve::judge(one.greeted.hello).ok());
    }
    return 0;
}
