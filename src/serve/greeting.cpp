// SPDX-License-Identifier: BSD-3-Clause
#include "serve/greeting.hpp"

#include <poll.h>
#include <sys/random.h>

#include <algorithm>
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

/// Judges a greeting with unknown fields: the first fields state its version.
Status judge_other_version(std::span<const std::byte> body) {
    remote::Hello hello;
    if (body.size() < 8) return {Code::einval, "this is not a greeting of Weft"};
    hello.magic = remote::load_little<std::uint32_t>(body.data());
    hello.oldest_version = remote::load_little<std::uint16_t>(&body[4]);
    hello.newest_version = remote::load_little<std::uint16_t>(&body[6]);
    const Status judged = judge(hello);
    return judged.ok() ? Status(Code::einval, "a greeting does not have the fields of its version")
                       : judged;
}

}  // namespace

Status judge(const remote::Hello& hello) {
    if (hello.magic != remote::magic) return {Code::einval, "this is not a greeting of Weft"};
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
        header_of(remote::FrameKind::refusal, 0, 0, body.size(), remote::hash_of(body));
    static_cast<void>(transport.send(header, body));  // as much as the socket takes
}

Result<std::optional<remote::Hello>> Greeting::take(remote::Transport& transport) {
    while (got_ < bytes_.size()) {
        const auto more = transport.receive(std::span(bytes_).subspan(got_));
        if (!more.ok()) return more.status();
        if (more.value() == 0) return std::optional<remote::Hello>();
        got_ += more.value();
        if (got_ == remote::header_bytes && bytes_.size() == got_) {
            bytes_.resize(got_ +
                          std::min<std::size_t>(remote::load_little<std::uint32_t>(bytes_.data()),
                                                remote::most_greeting_bytes));
        }
    }
    auto hello = judged();
    if (!hello.ok()) {
        refuse(transport, hello.status().context());
        return hello.status();
    }
    return std::optional(std::move(hello).value());
}

Result<remote::Hello> Greeting::judged() const {
    remote::FrameCutter cutter(remote::most_greeting_bytes);
    for (std::size_t taken = 0; taken < bytes_.size();) {
        const auto room = cutter.room();
        const std::size_t part = std::min(room.size(), bytes_.size() - taken);
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(taken), part, room.begin());
        cutter.take(part);
        taken += part;
    }
    const auto frame = cutter.next();
    if (!frame.ok() || !frame.value() || frame.value()->kind != remote::FrameKind::hello)
        return Status(Code::einval, "the first bytes are not a greeting of Weft");
    auto hello = remote::decoded<remote::Hello>(frame.value()->body);
    // The rest of a greeting of another version is unknown.
    if (!hello.ok()) return judge_other_version(frame.value()->body);
    if (Status judged = judge(hello.value()); !judged.ok()) return judged;
    return hello;
}

Result<remote::Hello> greet(remote::Transport& transport, double timeout_seconds) {
    const auto end = Clock::now() + std::chrono::duration<double>(timeout_seconds);
    Greeting greeting;
    for (;;) {
        auto hello = greeting.take(transport);
        if (!hello.ok()) return hello.status();
        if (hello.value()) return *std::move(hello).value();
        if (Clock::now() > end) return Status(Code::efile, "no greeting has come in time");
        struct pollfd wait {
            transport.in(), POLLIN, 0
        };
        ::poll(&wait, 1, 100);
    }
}

Result<remote::SessionKey> new_key() {
    std::array<std::uint64_t, 3> numbers{};
    if (::getrandom(numbers.data(), sizeof numbers, 0) != sizeof numbers || numbers[0] == 0)
        return Status(Code::efile, "the system provides no random numbers");
    return remote::SessionKey{numbers[0], numbers[1], numbers[2]};
}

}  // namespace weft::serve
