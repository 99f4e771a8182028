// SPDX-License-Identifier: BSD-3-Clause
// The sessions of one program in one process: that of the client that has started the process, and
// its siblings, which other processes of the program begin with a ticket
// (remote/session_ticket.hpp). Each has a thread, a key and sockets to reconnect to of its own.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "serve/host.hpp"

namespace weft::serve {

class Job {
public:
    /// `stream_host`: see serve_stdio(). The store outlives the job.
    Job(storage::Store& store, std::string stream_host, ServeSettings settings);
    /// Waits until no thread waits for a lock. A process may end without that.
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    /// Serves the first client; returns when all sessions are over. A failure says why the server
    /// ended the first one. Threads may still wait for locks then.
    Status run(GreetedConnection first);

private:
    struct ServedSession;

    Result<std::unique_ptr<ServedSession>> open(const remote::Hello& hello);
    void begin_beside(GreetedConnection greeted);
    void serve_beside(GreetedConnection greeted);
    void leave(std::size_t& count);

    storage::Store& store_;
    const std::string stream_host_;
    const ServeSettings settings_;

    std::mutex mutex_;
    std::condition_variable left_;
    std::size_t sessions_ = 0;  // now served
    std::size_t threads_ = 0;   // of the siblings
    std::unique_ptr<ServedSession> first_;
};

}  // namespace weft::serve
