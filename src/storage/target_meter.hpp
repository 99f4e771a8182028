// SPDX-License-Identifier: BSD-3-Clause
// The rate at which a storage target stores bytes durably. The time of a write shows the page cache
// until that is full, and the time of a sync shows the first target that is synced. So written
// bytes are sent to the disk as soon as there are enough, target by target, and a thread waits
// until they are there. The target is busy from the beginning of a write until then; the program's
// writes never wait for that. Time for which a thread had no processor does not count.
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

/// Measures one target for one rank.
class TargetMeter {
public:
    /// `clock` outlives the meter.
    explicit TargetMeter(Clock& clock) : clock_(clock), thread_waits_(clock) {}
    ~TargetMeter();  // waits for writes under way, not for queued ones
    TargetMeter(const TargetMeter&) = delete;
    TargetMeter& operator=(const TargetMeter&) = delete;

    /// A write to the target is under way as long as this object exists.
    class Write {
    public:
        Write(TargetMeter& meter, std::int64_t bytes);
        ~Write();
        Write(const Write&) = delete;
        Write& operator=(const Write&) = delete;

    private:
        TargetMeter& meter_;
        const bool is_long_;  // long enough to read how long the thread was starved
        const double starved_;
    };

    /// Called when `bytes` have been written in `range`. `file`: a handle for the meter alone. Has
    /// no effect if no thread can be made.
    void follow(std::shared_ptr<File> file, const Extent& range, std::int64_t bytes);

    struct Reading {
        std::int64_t bytes = 0;  // that are on the disk
        double seconds = 0;      // for which writes were under way
    };
    /// The reading since the beginning.
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
    std::mutex mutex_;  // guards all below
    MeetingPoint thread_waits_;
    std::deque<Written> queue_;
    Reading done_;
    int under_way_ = 0;     // writes, and windows
    double busy_from_ = 0;  // if any are under way: done_ has the time before that
    bool ends_ = false;
};

}  // namespace weft::storage
