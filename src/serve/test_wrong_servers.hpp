// SPDX-License-Identifier: BSD-3-Clause
// Servers that break the protocol, each in one way, and what the check finds.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "region/nest.hpp"
#include "region/shape_codec.hpp"
#include "serve/check.hpp"
#include "serve/test_server.hpp"
#include "serve/wrong_transport.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::serve {

using remote::Frame;
using remote::FrameKind;

/// Servers in threads, one for each session.
class Servers {
public:
    explicit Servers(Wrongs wrongs) : wrongs_(std::move(wrongs)) {}
    ~Servers() {
        for (auto& one : running_) one.join();
    }

    Result<remote::Wire> connect(const remote::SessionKey& session) {
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
        const auto found = sources_.find(session.name);
        if (found != sources_.end()) {
            found->second->bring(remote::OwnedFd(ends[1]));
        } else {
            begin(remote::OwnedFd(ends[1]));
        }
        remote::Wire wire;
        wire.transport = std::make_unique<WrongTransport>(
            std::make_unique<remote::FdTransport>(remote::OwnedFd(ends[0])), wrongs_);
        return wire;
    }

private:
    void begin(remote::OwnedFd socket) {
        const auto key = new_key();
        auto source = std::make_shared<TestConnections>();
        sources_[key.value().name] = source;
        running_.emplace_back([this, key = key.value(), source, end = socket.release()] {
            auto transport = std::make_unique<remote::FdTransport>(remote::OwnedFd(end));
            auto hello = greet(*transport, wrongs_.greeting_seconds);
            if (!hello.ok()) return;
            Host host(store_, key, {source.get()}, wrongs_.settings);
            static_cast<void>(host.run({std::move(transport), {}, std::move(hello).value()}));
            source->shut();
        });
    }

    const Wrongs wrongs_;
    storage::MemoryStore store_;
    std::map<std::uint64_t, std::shared_ptr<TestConnections>> sources_;
    std::vector<std::thread> running_;
};

/// A client that waits so long, where a session is to be kept for 5 s, a greeting takes 1 s at
/// most, and a session has 512 locks.
inline std::vector<RuleResult> results_of(Wrongs wrongs, const std::string& only,
                                          double timeout_seconds) {
    Servers servers(std::move(wrongs));
    const Checked checked{
        .connect = [&](const remote::SessionKey& session) { return servers.connect(session); },
        .folder = "",
        .timeout_seconds = timeout_seconds,
        .kept_seconds = 5,
        .greeting_seconds = 1,
        .most_locks = most_locks};
    std::vector<RuleResult> results;
    EXPECT_TRUE(check_server(checked, only, [&](const RuleResult& result) {
                    results.push_back(result);
                }).ok());
    return results;
}

// Deviations: each changes one kind of frames.

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

/// In place of a request, one that does nothing: the server ignores it.
inline Change ignoring(std::function<bool(const Frame&)> which) {
    return in_each_frame([=](Frame& frame) {
        if (!which(frame)) return;
        frame.kind = FrameKind::shape;
        remote::Body shape;
        region::append_shape(shape, region::Nest(0, 1, {}));
        frame.body = remote::encoded(remote::KeepShape{5, {shape}});
    });
}

inline Change ignoring(FrameKind kind) {
    return ignoring([=](const Frame& frame) { return frame.kind == kind; });
}

/// Changes the kind of a request.
inline Change as_kind(FrameKind kind, FrameKind other) {
    return in_each_frame([=](Frame& frame) {
        if (frame.kind == kind) frame.kind = other;
    });
}

struct Wrong {
    const char* what;
    const char* rule;  // that finds it: a part of its name
    const char* says;  // what the rule finds: a part of its sentence
    Wrongs wrongs;
};

inline std::string found_in(const Wrong& wrong) {
    std::string found;
    for (const RuleResult& result : results_of(wrong.wrongs, wrong.rule, 3))
        found += result.deviation;
    return found;
}

/// Tests all at once: most of the time a client waits for a wrong server.
inline void expect_all_found(const std::vector<Wrong>& wrongs) {
    std::vector<std::future<std::string>> found;
    for (const Wrong& wrong : wrongs)
        found.push_back(std::async(std::launch::async, [&] { return found_in(wrong); }));
    for (std::size_t i = 0; i < wrongs.size(); ++i)
        EXPECT_THAT(found[i].get(), testing::HasSubstr(wrongs[i].says)) << wrongs[i].what;
}

}  // namespace weft::serve
