// SPDX-License-Identifier: BSD-3-Clause
// A file whose writes a thread of its own makes, so that one rank keeps several targets busy.
#pragma once

#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "storage/clock.hpp"
#include "storage/forwarding_file.hpp"
#include "storage/meeting_point.hpp"

namespace weft::storage {

/// A file that writes in the background. write_soon() copies the bytes into a queue, which is
/// written in order, and waits when the queue is full. All other calls wait until the queue is
/// empty, so that one thread at a time uses the inner file. The first such write starts the thread.
class BackgroundFile final : public ForwardingFile {
public:
    /// `queue_bytes`: the longest queue, unless one write is longer. `clock`: is told which thread
    /// waits; outlives the file.
    BackgroundFile(std::unique_ptr<File> inner, std::int64_t queue_bytes,
                   Clock& clock = machine_clock());
    ~BackgroundFile() override;

    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override;
    Status settle() override;
    Status sync() override;
    Status close() override;

private:
    struct Write {
        region::FileShape shape;
        std::int64_t from = 0;
        std::vector<std::byte> packed;
    };
    using Guard = MeetingPoint::Guard;

    Result<File*> reach() override;
    File* at_hand() override;
    Status post(Write write);
    Status start();
    void stop();
    void work();
    Status carry_out(const Write& write);
    void drain();
    Status take_failure();

    const std::int64_t queue_bytes_;
    Clock& clock_;
    std::thread thread_;  // used by the owner only, like all above
    std::mutex mutex_;    // guards all below
    MeetingPoint owner_waits_;
    MeetingPoint thread_waits_;
    std::deque<Write> queue_;  // the front one is being written
    std::int64_t queued_bytes_ = 0;
    Status failure_;
    bool ends_ = false;
};

}  // namespace weft::storage
