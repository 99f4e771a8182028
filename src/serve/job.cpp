// SPDX-License-Identifier: BSD-3-Clause
#include "serve/job.hpp"

#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "serve/file_limit.hpp"
#include "serve/greeting.hpp"
#include "serve/side_door.hpp"
#include "serve/stream_door.hpp"

namespace weft::serve {
namespace {

/// Each takes threads and descriptors. Who finds no room begins as the first one has.
constexpr std::size_t most_sessions = 1024;

}  // namespace

/// A session, and how its client comes back to it.
struct Job::Sitting {
    std::unique_ptr<SideDoor> side;
    std::unique_ptr<StreamDoor> streams;  // null: all bytes go the way that is there
    std::unique_ptr<Host> host;
};

Job::Job(storage::Store& store, std::string stream_host, Terms terms)
    : store_(store), stream_host_(std::move(stream_host)), terms_(std::move(terms)) {
    raise_limit_of_files();
}

Result<std::unique_ptr<Job::Sitting>> Job::open(const remote::Hello& hello) {
    const auto key = new_key();
    if (!key.ok()) return key.status();
    auto side = SideDoor::open(key.value());
    if (!side.ok()) return side.status();
    auto sitting = std::make_unique<Sitting>();
    sitting->side = std::move(side).value();
    std::vector<Door*> doors{sitting->side.get()};
    Terms terms = terms_;
    if (hello.wants_streams && !stream_host_.empty()) {
        auto streams = StreamDoor::listen(key.value(), stream_host_,
                                          [this](Guest guest) { begin_beside(std::move(guest)); });
        if (streams.ok()) {
            sitting->streams = std::move(streams).value();
            terms.streams = sitting->streams->place();
            doors.push_back(sitting->streams.get());
        }
    }
    sitting->host = std::make_unique<Host>(store_, key.value(), doors, terms);
    return sitting;
}

Job::~Job() {
    first_.reset();
    std::unique_lock guard(mutex_);
    left_.wait(guard, [&] { return threads_ == 0; });
}

Status Job::run(Guest first) {
    auto sitting = open(first.hello);
    if (!sitting.ok()) return sitting.status();
    // Stays when its client has gone: who that has invited may still come.
    first_ = std::move(sitting).value();
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

/// By the thread of a session, which is not to wait.
void Job::begin_beside(Guest guest) {
    if (guest.hello.session.name != 0)
        return refuse(*guest.transport, "a greeting of a session that the connection is not of");
    {
        const std::lock_guard guard(mutex_);
        if (sessions_ >= most_sessions)
            return refuse(*guest.transport, "too many sessions at a time");
        ++sessions_;
        ++threads_;
    }
    try {
        std::thread([this, guest = std::move(guest)]() mutable {
            serve_beside(std::move(guest));
        }).detach();
    } catch (const std::system_error&) {
        // The connection is closed: it comes by another way, or tells its program.
        leave(sessions_);
        leave(threads_);
    }
}

void Job::serve_beside(Guest guest) {
    {
        const auto sitting = open(guest.hello);
        if (sitting.ok()) {
            static_cast<void>(sitting.value()->host->run(std::move(guest)));
        } else {
            refuse(*guest.transport, sitting.status().context());
        }
        // What follows may wait for locks.
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
