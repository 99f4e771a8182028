// SPDX-License-Identifier: BSD-3-Clause
#include "serve/greeting.hpp"

#include <poll.h>
#include <sys/random.h>

#include <array>
#include <chrono>
#include <string>

namespace weft::serve {
namespace {

using Clock = std::chrono::steady_clock;

std::string versions_of(const remote::Hello& hello) {
    const std::string oldest = std::to_string(hello.oldest_version);
    const std::string newest = std::to_string(hello.newest_version);
    return oldest == newest ? oldest : oldest + " to " + newest;
}

}  // namespace

Status judge(const remote::Hello& hello) {
    if (hello.magic != remote::magic) return {Code::einval, "this is no greeting of Weft"};
    if (hello.oldest_version > remote::protocol_version ||
        hello.newest_version < remote::protocol_version) {
        return {Code::einval, "this server speaks version " +
                                  std::to_string(remote::protocol_version) +
                                  " of the protocol, and the client " + versions_of(hello)};
    }
    if ((hello.required_features & ~remote::known_features) != 0)
        return {Code::einval, "the client needs a feature that this server does not know"};
    return {};
}

void refuse(remote::Transport& transport, const std::string& sentence) {
    const remote::Body body = remote::encoded(remote::Refusal{sentence});
    const remote::Header header =
        header_of(remote::Kind::refusal, 0, 0, body.size(), remote::hash_of(body));
    static_cast<void>(transport.send(header, body));  // as far as it goes
}

Result<remote::Hello> greet(remote::Transport& transport, double patience_seconds) {
    const auto end = Clock::now() + std::chrono::duration<double>(patience_seconds);
    // Byte for byte of this frame, and not one of the next.
    remote::FrameCutter cutter(remote::most_greeting_bytes);
    std::size_t wanted = remote::header_bytes;
    std::size_t got = 0;
    std::array<std::byte, remote::header_bytes + remote::most_greeting_bytes> bytes{};
    while (got < wanted) {
        const auto more = transport.receive(std::span(bytes).subspan(got, wanted - got));
        if (!more.ok()) return more.status();
        got += more.value();
        if (got == remote::header_bytes)
            wanted = got + std::min<std::size_t>(remote::load_little<std::uint32_t>(bytes.data()),
                                                 remote::most_greeting_bytes);
        if (Clock::now() > end) return Status(Code::efile, "no greeting has come in time");
        struct pollfd wait {
            transport.in(), POLLIN, 0
        };
        if (more.value() == 0) ::poll(&wait, 1, 100);
    }
    const auto room = cutter.room();
    std::copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(got), room.begin());
    cutter.take(got);
    const auto frame = cutter.next();
    if (!frame.ok() || !frame.value() || frame.value()->kind != remote::Kind::hello)
        return Status(Code::einval, "what has come is no greeting of Weft");
    auto hello = remote::decoded<remote::Hello>(frame.value()->body);
    Status judged = hello.ok() ? judge(hello.value()) : hello.status();
    if (judged.ok()) return hello;
    refuse(transport, judged.context());
    return judged;
}

Result<remote::SessionKey> new_key() {
    std::array<std::uint64_t, 3> numbers{};
    if (::getrandom(numbers.data(), sizeof numbers, 0) != sizeof numbers || numbers[0] == 0)
        return Status(Code::efile, "the system has no random numbers");
    return remote::SessionKey{numbers[0], numbers[1], numbers[2]};
}

}  // namespace weft::serve
