// SPDX-License-Identifier: BSD-3-Clause
// A file whose writes are made by a thread of its own, so that one rank keeps several targets busy.
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

/// What is written soon is copied into a queue, and written in its order. A full queue makes its
/// writer wait. All other calls wait until the queue is empty, so that the inner file is in the
/// hands of one thread at a time. The thread is started by the first such write.
class BackgroundFile final : public ForwardingFile {
public:
    /// `queue_bytes`: the most that is kept, but for one write that is longer. `clock`: is told
    /// who waits for whom; outlives the file.
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
    std::thread thread_;  // the owner's alone, as is what is above
    std::mutex mutex_;    // of all below
    MeetingPoint owner_waits_;
    MeetingPoint thread_waits_;
    std::deque<Write> queue_;  // the front one is being written
    std::int64_t queued_bytes_ = 0;
    Status failure_;
    bool ends_ = false;
};

}  // namespace weft::storage
