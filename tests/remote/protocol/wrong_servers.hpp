// SPDX-License-Identifier: BSD-3-Clause
// Servers that break the protocol, each in one way.
#pragma once

#include <sys/socket.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "check.hpp"
#include "region/nest.hpp"
#include "region/shape_codec.hpp"
#include "serve/greeting.hpp"
#include "serve/handover_socket.hpp"
#include "serve/job.hpp"
#include "serve/test_wrong_transport.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::protocol {

using remote::Frame;
using remote::FrameKind;
using serve::Change;

/// The ways in which a server differs from ours.
struct Wrong {
    serve::Wrongs frames{};
    serve::Wrongs frames_beside{};  // of sibling sessions
    serve::ServeSettings settings{.grace_seconds = 3, .limits = {.locks = 512}};
    double greeting_seconds = 4;
};

/// Servers as ssh starts them, each in a thread.
class Servers {
public:
    explicit Servers(Wrong wrong) : wrong_(std::move(wrong)) {}
    ~Servers() {
        for (std::thread& one : running_) one.join();
    }

    Result<remote::Wire> connect() {
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
        running_.emplace_back([this, end = ends[1]] { serve(remote::OwnedFd(end)); });
        return wired(std::make_unique<remote::FdTransport>(remote::OwnedFd(ends[0])),
                     wrong_.frames);
    }

    Result<remote::Wire> connect_beside(const remote::SessionTicket& ticket) {
        auto wire = remote::wire_beside(ticket, remote::Deadline(5));
        if (!wire.ok()) return wire;
        return wired(std::move(wire.value().transport), wrong_.frames_beside);
    }

private:
    static remote::Wire wired(std::unique_ptr<remote::Transport> transport,
                              const serve::Wrongs& wrongs) {
        return {nullptr, std::make_unique<serve::WrongTransport>(std::move(transport), wrongs)};
    }

    void serve(remote::OwnedFd socket) {
        remote::OwnedFd again(::dup(socket.get()));
        auto transport = std::make_unique<remote::FdTransport>(std::move(socket));
        auto hello = serve::greet(*transport, wrong_.greeting_seconds);
        if (!hello.ok()) return;
        if (hello.value().session.name != 0) {
            static_cast<void>(serve::hand_over(hello.value(), again.get(), again.get()));
            return;
        }
        again.close();
        serve::Job job(store_, "127.0.0.1", wrong_.settings);
        static_cast<void>(job.run({std::move(transport), {}, std::move(hello).value()}));
    }

    const Wrong wrong_;
    storage::MemoryStore store_;
    std::vector<std::thread> running_;
};

// Each changes one kind of frames.

template <class Message>
Change changing(FrameKind kind, std::function<void(Message&)> change) {
    return [=](Frame& frame) {
        if (frame.kind != kind) return true;
        auto message = remote::decoded<Message>(frame.body);
        if (!message.ok()) return true;
        change(message.value());
        frame.body = remote::encoded(message.value());
        return true;
    };
}

/// Changes the value of answers that have one of this type.
template <class Value>
Change changing_value(std::function<void(Value&)> change) {
    return changing<remote::Answer>(FrameKind::answer, [=](remote::Answer& answer) {
        static thread_local remote::Body kept;
        auto value = remote::decoded<Value>(answer.value.bytes);
        if (!value.ok() || answer.value.bytes.empty()) return;
        change(value.value());
        kept = remote::encoded(std::move(value).value());
        answer.value = {kept};
    });
}

inline Change losing(FrameKind kind) {
    return [=](Frame& frame) { return frame.kind != kind; };
}

inline Change in_each_frame(std::function<void(Frame&)> change) {
    return [=](Frame& frame) {
        change(frame);
        return true;
    };
}

/// Changes the kind of frames.
inline Change as_kind(FrameKind kind, FrameKind other) {
    return in_each_frame([=](Frame& frame) {
        if (frame.kind == kind) frame.kind = other;
    });
}

/// Replaces a request by one that does nothing: the server ignores it.
inline Change ignoring(FrameKind kind) {
    return in_each_frame([=](Frame& frame) {
        if (frame.kind != kind) return;
        frame.kind = FrameKind::shape;
        remote::Body shape;
        region::append_shape(shape, region::Nest(0, 1, {}));
        frame.body = remote::encoded(remote::KeepShape{5, {shape}});
    });
}

}  // namespace weft::protocol
