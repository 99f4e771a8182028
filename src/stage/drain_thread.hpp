// SPDX-License-Identifier: BSD-3-Clause
// The thread that drains a log while the program computes: one for each node and staged dataset, in
// the node's lowest rank. It never calls MPI, has handles of its own on the files, and runs when
// nobody else wants the core. So on a busy node it gets little of one: a rank of its process that
// waits for it does its work meanwhile, at the rank's own priority.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "stage/drain.hpp"
#include "stage/drained_files.hpp"
#include "stage/log.hpp"

namespace weft::stage {

class DrainThread {
public:
    /// Member 0 of the log. `files`: where the records go.
    DrainThread(std::unique_ptr<Log> log, std::unique_ptr<DrainedFiles> files)
        : log_(std::move(log)), files_(std::move(files)), drain_(*log_, *files_) {}
    ~DrainThread();
    DrainThread(const DrainThread&) = delete;
    DrainThread& operator=(const DrainThread&) = delete;

    Status start();

    /// Adds files, before anybody appends records for them.
    void add(const std::vector<std::string>& paths);
    /// Closes the files, which are opened again when there is something for them.
    void close_files();

    /// Ends the thread, without moving the records that are left, and closes its files. Members
    /// that wait for the drain learn that it has left. A repeated call does nothing.
    Status stop();

    /// Called by another thread of the process that waits for the drain: moves records, unless the
    /// drain's thread is about to. Returns whether it has moved any.
    bool help();

    [[nodiscard]] Log& log() { return *log_; }

    struct Work {
        std::int64_t bytes = 0;  // that it has moved,
        double seconds = 0;      // while it was moving some,
        double processor_seconds = 0;

        void add(const Work& more) {
            bytes += more.bytes;
            seconds += more.seconds;
            processor_seconds += more.processor_seconds;
        }
    };
    /// The work done so far.
    [[nodiscard]] Work work() const;

private:
    void run();
    bool move_what_is_there();
    void fail(const Status& status);
    bool sync_if_asked();
    [[nodiscard]] bool should_linger() const;

    std::unique_ptr<Log> log_;
    std::unique_ptr<DrainedFiles> files_;
    Drain drain_;
    std::mutex turn_;  // of whoever moves records or syncs
    std::thread thread_;
    std::uint32_t retries_seen_ = 0;
    std::atomic<bool> ends_ = false;
    std::atomic<std::int64_t> moved_bytes_ = 0;
    std::atomic<double> seconds_ = 0;
    std::atomic<double> processor_seconds_ = 0;
};

}  // namespace weft::stage
