// SPDX-License-Identifier: BSD-3-Clause
#include "serve/job.hpp"

#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "serve/file_limit.hpp"
#include "serve/greeting.hpp"
#include "serve/handover_socket.hpp"
#include "serve/stream_listener.hpp"

namespace weft::serve {
namespace {

/// Each session takes threads and descriptors. A client that finds no room logs in on its own.
constexpr std::size_t most_sessions = 1024;

}  // namespace

/// A session, and the ways by which its client reconnects.
struct Job::ServedSession {
    std::unique_ptr<HandoverSocket> handover;
    std::unique_ptr<StreamListener> streams;  // null: there are only connections through ssh
    std::unique_ptr<Host> host;
};

Job::Job(storage::Store& store, std::string stream_host, ServeSettings settings)
    : store_(store), stream_host_(std::move(stream_host)), settings_(std::move(settings)) {
    raise_limit_of_files();
}

Result<std::unique_ptr<Job::ServedSession>> Job::open(const remote::Hello& hello) {
    const auto key = new_key();
    if (!key.ok()) return key.status();
    auto handover = HandoverSocket::open(key.value());
    if (!handover.ok()) return handover.status();
    auto served = std::make_unique<ServedSession>();
    served->handover = std::move(handover).value();
    std::vector<ConnectionSource*> sources{served->handover.get()};
    ServeSettings settings = settings_;
    if (hello.wants_streams && !stream_host_.empty()) {
        auto streams = StreamListener::listen(
            key.value(), stream_host_,
            [this](GreetedConnection greeted) { begin_beside(std::move(greeted)); });
        if (streams.ok()) {
            served->streams = std::move(streams).value();
            settings.streams = served->streams->place();
            sources.push_back(served->streams.get());
        }
    }
    served->host = std::make_unique<Host>(store_, key.value(), sources, settings);
    return served;
}

Job::~Job() {
    first_.reset();
    std::unique_lock guard(mutex_);
    left_.wait(guard, [&] { return threads_ == 0; });
}

Status Job::run(GreetedConnection first) {
    auto opened = open(first.hello);
    if (!opened.ok()) return opened.status();
    // Stays when its client has gone: holders of its ticket may still come.
    first_ = std::move(opened).value();
    {
        const std::lock_guard guard(mutex_);
        ++sessions_;
    }
    const Status served = first_->host->run(std::move(first));
    leave(sessions_);
    std::unique_lock guard(mutex_);
    left_.wait(guard, [&] { return sessions_ == 0; });
    return served;
}

/// Called by the thread of a listener, which must not wait.
void Job::begin_beside(GreetedConnection greeted) {
    if (greeted.hello.session.name != 0)
        return refuse(*greeted.transport,
                      "the greeting is for another session than the connection");
    {
        const std::lock_guard guard(mutex_);
        if (sessions_ >= most_sessions)
            return refuse(*greeted.transport, "too many sessions at a time");
        ++sessions_;
        ++threads_;
    }
    try {
        std::thread([this, greeted = std::move(greeted)]() mutable {
            serve_beside(std::move(greeted));
        }).detach();
    } catch (const std::system_error&) {
        // The connection is closed: the client connects in another way, or reports the failure.
        leave(sessions_);
        leave(threads_);
    }
}

void Job::serve_beside(GreetedConnection greeted) {
    {
        const auto served = open(greeted.hello);
        if (served.ok()) {
            static_cast<void>(served.value()->host->run(std::move(greeted)));
        } else {
            refuse(*greeted.transport, served.status().context());
        }
        // The destructor may wait for locks.
        leave(sessions_);
    }
    leave(threads_);
}

void Job::leave(std::size_t& count) {
    const std::lock_guard guard(mutex_);
    --count;
    left_.notify_all();
}

}  // namespace weft::serve
