// SPDX-License-Identifier: BSD-3-Clause
// How fast a storage target takes what is written to it for good. What a write takes tells of the
// page cache until that is full, and a sync in turn tells of the target that comes first. So what
// has been written is sent to the disk as soon as there is enough of it, target by target, and a
// thread of its own waits until it is there. The target is busy from the begin of a write until
// then; the program's writes never wait for it. For as long as a thread had no processor to go on
// with, it was not the target that took the time.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "storage/clock.hpp"
#include "storage/extent.hpp"
#include "storage/file.hpp"
#include "storage/meeting_point.hpp"

namespace weft::storage {

/// Of one rank and one target.
class TargetMeter {
public:
    /// `clock` outlives it.
    explicit TargetMeter(Clock& clock) : clock_(clock), thread_waits_(clock) {}
    ~TargetMeter();  // waits for what is on its way, not for what is still to be sent
    TargetMeter(const TargetMeter&) = delete;
    TargetMeter& operator=(const TargetMeter&) = delete;

    /// A write to the target is under way for as long as there is one.
    class Write {
    public:
        Write(TargetMeter& meter, std::int64_t bytes);
        ~Write();
        Write(const Write&) = delete;
        Write& operator=(const Write&) = delete;

    private:
        TargetMeter& meter_;
        const bool is_long_;  // enough to look how long it was starved
        const double starved_;
    };

    /// `bytes` have been written within a range of a file, which this is a handle of that nobody
    /// else uses. Without effect where no thread can be had.
    void follow(std::shared_ptr<File> file, const Extent& range, std::int64_t bytes);

    struct Reading {
        std::int64_t bytes = 0;  // that have come to the disk
        double seconds = 0;      // for which some were being written or on their way
    };
    /// Of all the time so far.
    [[nodiscard]] Reading reading();

private:
    struct Written {
        std::shared_ptr<File> file;
        Extent range;
        std::int64_t bytes;
    };
    using Guard = MeetingPoint::Guard;

    void begin();
    void end(double starved);
    void count(int change, double starved = 0);
    bool start();
    void work();
    static void start(const Written& written);
    bool has_come(const Written& written, double& starved);

    Clock& clock_;
    std::thread thread_;
    std::mutex mutex_;  // of all below
    MeetingPoint thread_waits_;
    std::deque<Written> queue_;
    Reading done_;
    int under_way_ = 0;     // writes, and windows
    double busy_from_ = 0;  // if any are: the time since then is not in done_ yet
    bool ends_ = false;
};

}  // namespace weft::storage
