// SPDX-License-Identifier: BSD-3-Clause
#include "client.hpp"

#include <poll.h>

#include <algorithm>
#include <utility>

namespace weft::protocol {

using remote::Body;
using remote::Frame;
using remote::FrameKind;

namespace {

bool is_write(FrameKind kind) {
    return kind == FrameKind::write || kind == FrameKind::write_shape;
}

bool is_answered_kind(FrameKind kind) {
    return !is_write(kind) && kind != FrameKind::shape && kind != FrameKind::start_writing &&
           kind != FrameKind::unlock;
}

}  // namespace

void demand(bool holds, const std::string& what) {
    if (!holds) throw Deviation{what};
}

void Client::connect() {
    auto wire = server_.connect(key_);
    demand(wire.ok(), "no connection could be made: " + wire.status().context());
    lines_.emplace_back().wire = std::move(wire).value();
}

void Client::connect_beside(const remote::SessionTicket& ticket) {
    auto wire = server_.connect_beside(ticket);
    demand(wire.ok(), "no connection could be made: " + wire.status().context());
    lines_.emplace_back().wire = std::move(wire).value();
}

remote::Welcome Client::begin(remote::Hello hello) {
    connect();
    return greet(std::move(hello));
}

remote::Welcome Client::greet(remote::Hello hello) {
    hello.session = key_;
    hello.received = received_;
    greeting_.reset();
    put({FrameKind::hello, 0, 0, remote::encoded(hello)});
    wait_until([&] { return greeting_.has_value() || refusal_ || lines_.empty(); },
               "hello has no answer");
    demand(greeting_.has_value(), "hello is not welcomed" + because());
    lines_.back().cutter.allow(remote::most_body_bytes);
    const auto welcome = message_in<remote::Welcome>(*greeting_);
    demand(key_.name == 0 || welcome.session == key_, "a resumed session has another name");
    key_ = welcome.session;
    return welcome;
}

void Client::put(const Frame& frame) {
    put_bytes(remote::frame_bytes(frame));
}

void Client::put_bytes(std::span<const std::byte> bytes) {
    demand(puts_bytes_within(bytes, server_.timeout_seconds),
           "the server does not read what is sent to it");
}

bool Client::puts_bytes_within(std::span<const std::byte> bytes, double seconds) {
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (!bytes.empty()) {
        demand(!lines_.empty(), "the server has closed the connection" + because());
        const auto sent = lines_.back().wire.transport->send(bytes, {});
        if (!sent.ok()) {
            // Frames that the server sent before are still there.
            while (move(0)) {
            }
            throw Deviation{"the server has closed the connection" + because()};
        }
        bytes = bytes.subspan(sent.value());
        if (Clock::now() >= end) return bytes.empty();
        if (sent.value() == 0) move(0.01);
    }
    return true;
}

std::uint64_t Client::skip_number(FrameKind kind) {
    ++sent_;
    if (is_answered_kind(kind)) waiting_[sent_] = {kind, {}};
    if (is_write(kind)) unsettled_.insert(sent_);
    return sent_;
}

Frame Client::next_frame(FrameKind kind, Body body) {
    const std::uint64_t number = skip_number(kind);
    return {kind, number, said_received_.value_or(received_), std::move(body)};
}

std::uint64_t Client::send(FrameKind kind, Body body) {
    put(next_frame(kind, std::move(body)));
    return sent_;
}

bool Client::sends_within(double seconds, FrameKind kind, Body body) {
    return puts_bytes_within(remote::frame_bytes(next_frame(kind, std::move(body))), seconds);
}

Client::Reply Client::reply(std::uint64_t request) {
    wait_until([&] { return replies_.contains(request) || lines_.empty(); },
               "request " + std::to_string(request) + " has no answer");
    demand(replies_.contains(request), "the session ends before an answer" + because());
    return std::move(replies_.extract(request).mapped());
}

std::uint64_t Client::first_answered(const std::vector<std::uint64_t>& requests) {
    const auto first = [&] {
        return std::ranges::find_if(requests,
                                    [&](std::uint64_t one) { return replies_.contains(one); });
    };
    wait_until([&] { return first() != requests.end() || lines_.empty(); },
               "none of several requests has an answer");
    demand(first() != requests.end(), "the session ends before an answer" + because());
    return *first();
}

void Client::open(std::uint32_t file, const std::string& path, const storage::Intent& intent) {
    const Reply opened = ask(FrameKind::open, remote::OpenRequest{file, intent, path});
    demand(opened.code == Code::noerr,
           "a file could not be opened: code " + std::to_string(static_cast<int>(opened.code)));
    demand(remote::decoded<remote::OpenedFile>(opened.value).ok(),
           "the answer to open does not have the fields of opened");
}

void Client::write(std::uint32_t file, std::int64_t offset, std::string_view bytes) {
    send(FrameKind::write, remote::WriteBytes{file, offset, {std::as_bytes(std::span(bytes))}});
}

std::string Client::read(std::uint32_t file, std::int64_t offset, std::int64_t length) {
    const Reply answer = ask(FrameKind::read, remote::OfRange{file, offset, length});
    demand(answer.code == Code::noerr, "a read fails");
    demand(std::ssize(answer.data) <= length, "more bytes come than were requested");
    return {reinterpret_cast<const char*>(answer.data.data()), answer.data.size()};
}

bool Client::hears_within(double seconds) {
    const int before = frames_;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (frames_ == before && Clock::now() < end && !lines_.empty()) move(0.05);
    return frames_ != before;
}

bool Client::hears_data_within(double seconds) {
    const std::size_t before = received_bytes_;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (received_bytes_ == before && Clock::now() < end && !lines_.empty()) move(0.05);
    return received_bytes_ != before;
}

bool Client::ends_within(double seconds) {
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end && !lines_.empty()) move(0.05);
    return lines_.empty();
}

void Client::wait_for_written(std::uint64_t through) {
    wait_until([&] { return written_ >= through || lines_.empty(); },
               "the server does not report finished writes");
    demand(written_ >= through,
           "the session ends before the server reports its writes as finished");
}

void Client::wait_for_acknowledgement() {
    wait_until([&] { return acknowledged_ > 0 || lines_.empty(); },
               "1 MiB of frames is not acknowledged");
    demand(acknowledged_ > 0, "the session ends");
}

void Client::wait_for_connections(std::size_t count) {
    wait_until([&] { return lines_.size() <= count; }, "a connection is not closed");
    demand(lines_.size() == count, "connections that should stay are closed");
}

std::string Client::end() {
    wait_until([&] { return lines_.empty(); }, "the connection is not closed");
    return refusal_.value_or("");
}

void Client::expect_refusal(const std::string& of_what) {
    const std::string sentence = [&] {
        try {
            return end();
        } catch (const Deviation& deviation) {
            throw Deviation{of_what + ": " + deviation.what};
        }
    }();
    demand(!sentence.empty(), of_what + ": the server gives no reason for its refusal");
}

std::string Client::because() const {
    if (refusal_) return ": " + *refusal_;
    return lost_.empty() ? "" : ": " + lost_;
}

template <class Done>
void Client::wait_until(Done done, const std::string& what) {
    const auto end = Clock::now() + std::chrono::duration<double>(server_.timeout_seconds);
    while (!done()) {
        demand(Clock::now() < end, what);
        move(0.05);
    }
}

/// Whether anything has come in time.
bool Client::move(double seconds) {
    if (receive_once()) return true;
    wait(seconds);
    return receive_once();
}

void Client::wait(double seconds) {
    std::vector<struct pollfd> waits;
    for (const Line& line : lines_) {
        waits.push_back({line.wire.transport->in(), POLLIN, 0});
        if (line.wire.child != nullptr) waits.push_back({line.wire.child->complaints(), POLLIN, 0});
    }
    ::poll(waits.data(), waits.size(), static_cast<int>(seconds * 1000));
    for (Line& line : lines_) {
        if (line.wire.child != nullptr) line.wire.child->listen();
    }
}

bool Client::receive_once() {
    bool any = false;
    for (std::size_t i = 0; i < lines_.size();) {
        Line& line = lines_[i];
        const auto got = line.wire.transport->receive(line.cutter.room());
        if (!got.ok()) {
            lost_ = got.status().context();
            if (line.wire.child != nullptr && !line.wire.child->last_words().empty())
                lost_ += " (" + line.wire.child->last_words() + ")";
            lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(i));
            continue;
        }
        line.cutter.take(got.value());
        any = any || got.value() > 0;
        for (;;) {
            auto frame = line.cutter.next();
            demand(frame.ok(), "a frame from the server: " + frame.status().context());
            if (!frame.value()) break;
            // Later frames may be longer than a greeting.
            if (frame.value()->kind == FrameKind::welcome)
                line.cutter.allow(remote::most_body_bytes);
            take(*std::move(frame).value());
        }
        ++i;
    }
    return any;
}

}  // namespace weft::protocol
