// SPDX-License-Identifier: BSD-3-Clause
#include "remote/dial.hpp"

#include <poll.h>

#include <array>
#include <chrono>
#include <string>
#include <utility>

namespace weft::remote {
namespace {

using Clock = std::chrono::steady_clock;

int milliseconds_until(Clock::time_point end) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

Status no_answer(const std::string& place, const std::string& why, Child* child) {
    const std::string words = child == nullptr ? "" : child->last_words();
    return {Code::efile, place + ": no Weft server answers: " + why +
                             (words.empty() ? "" : "; the command says: " + words)};
}

/// What the server's first frame says.
Result<Welcome> answer_in(const std::string& place, const Frame& frame) {
    if (frame.kind == Kind::refusal) {
        const auto refusal = decoded<Refusal>(frame.body);
        return Status(Code::eperm, place + ": the server refuses: " +
                                       (refusal.ok() ? refusal.value().sentence : ""));
    }
    if (frame.kind != Kind::welcome)
        return Status(Code::eperm, place + ": what answers is no Weft server");
    auto welcome = decoded<Welcome>(frame.body);
    if (!welcome.ok() || welcome.value().version != protocol_version)
        return Status(Code::eperm,
                      place + ": the server answers in a version that was not offered");
    return welcome;
}

/// Waits for what the connection, or the child's complaints, have to say; at most until `end`.
void wait(const Connection& connection, Child* child, Clock::time_point end) {
    std::array<struct pollfd, 3> waits{
        {{connection.transport().in(), POLLIN, 0},
         {child == nullptr ? -1 : child->complaints(), POLLIN, 0},
         {connection.wants_to_send(nullptr) ? connection.transport().out() : -1, POLLOUT, 0}}};
    ::poll(waits.data(), waits.size(), milliseconds_until(end));
    if (waits[1].revents != 0) child->listen();
}

}  // namespace

Result<Dialed> greet_over(std::unique_ptr<Transport> transport, std::unique_ptr<Child> child,
                          const std::string& place, const Hello& hello, ConnectionId id,
                          double seconds) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
    Dialed dialed;
    dialed.child = std::move(child);
    dialed.connection = std::make_unique<Connection>(id, std::move(transport), most_greeting_bytes);
    Connection& connection = *dialed.connection;
    connection.post(Kind::hello, encoded(hello));
    for (;;) {
        if (Status sent = connection.send(nullptr); !sent.ok())
            return no_answer(place, sent.context(), dialed.child.get());
        const auto got = connection.receive();
        if (!got.ok()) return no_answer(place, got.status().context(), dialed.child.get());
        auto frame = connection.next();
        if (!frame.ok()) return no_answer(place, frame.status().context(), dialed.child.get());
        if (frame.value()) {
            auto welcome = answer_in(place, *frame.value());
            if (!welcome.ok()) return welcome.status();
            dialed.welcome = std::move(welcome).value();
            connection.allow(most_body_bytes);
            return dialed;
        }
        if (Clock::now() >= end)
            return no_answer(place, "nothing has come in time", dialed.child.get());
        if (!got.value()) wait(connection, dialed.child.get(), end);
    }
}

Dialer dialer_to(const Destination& destination, const Ways& ways) {
    return
        [destination, ways](const Hello& hello, ConnectionId id, double seconds) -> Result<Dialed> {
            const std::string place = destination.name();
            const auto words = command_to(destination, ways);
            if (!words.ok()) return words.status();
            auto child = Child::start(words.value());
            if (!child.ok()) return Status(child.code(), place + ": " + child.status().context());
            auto transport = std::make_unique<FdTransport>(child.value()->take_socket());
            return greet_over(std::move(transport), std::move(child).value(), place, hello, id,
                              seconds);
        };
}

}  // namespace weft::remote
