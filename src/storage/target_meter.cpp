// SPDX-License-Identifier: BSD-3-Clause
#include "storage/target_meter.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include "storage/signals_blocked.hpp"

namespace weft::storage {
namespace {

/// Reading how long a thread was starved takes about a microsecond.
constexpr std::int64_t long_write_bytes = 64 << 10;

}  // namespace

TargetMeter::Write::Write(TargetMeter& meter, std::int64_t bytes)
    : meter_(meter),
      is_long_(bytes >= long_write_bytes),
      starved_(is_long_ ? meter.clock_.starved() : 0) {
    meter_.begin();
}

TargetMeter::Write::~Write() {
    meter_.end(is_long_ ? meter_.clock_.starved() - starved_ : 0);
}

TargetMeter::~TargetMeter() {
    if (!thread_.joinable()) return;
    {
        const Guard guard(mutex_);
        ends_ = true;
        thread_waits_.wake();
    }
    thread_.join();
}

void TargetMeter::begin() {
    const Guard guard(mutex_);
    count(1);
}

void TargetMeter::end(double starved) {
    const Guard guard(mutex_);
    count(-1, starved);
}

/// Counts one more or one less write under way; the time for which its thread was `starved` does
/// not count. Other writes under way keep the target busy.
void TargetMeter::count(int change, double starved) {
    const double now = std::max(clock_.now() - starved, busy_from_);
    if (under_way_ > 0) done_.seconds += now - busy_from_;
    busy_from_ = now;
    under_way_ += change;
}

void TargetMeter::follow(std::shared_ptr<File> file, const Extent& range, std::int64_t bytes) {
    const Guard guard(mutex_);
    if (!start()) return;
    count(1);
    queue_.push_back({std::move(file), range, bytes});
    thread_waits_.wake();
}

bool TargetMeter::start() {
    if (thread_.joinable()) return true;
    const SignalsBlocked blocked;
    clock_.resume();
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        clock_.rest();
        return false;
    }
    return true;
}

TargetMeter::Reading TargetMeter::reading() {
    const Guard guard(mutex_);
    Reading now = done_;
    if (under_way_ > 0) now.seconds += clock_.now() - busy_from_;
    return now;
}

/// The thread. It starts all queued writes before it waits for any, which suits devices.
void TargetMeter::work() {
    double starved = clock_.starved();
    Guard guard(mutex_);
    while (true) {
        thread_waits_.wait(guard, [this] { return !queue_.empty() || ends_; });
        if (ends_) break;
        const std::deque<Written> batch = std::exchange(queue_, {});
        guard.unlock();
        for (const Written& one : batch) start(one);
        for (const Written& one : batch) {
            if (!has_come(one, starved)) break;
        }
        guard.lock();
    }
    clock_.rest();
}

/// If the system cannot start the write, has_come() waits longer.
void TargetMeter::start(const Written& written) {
    try {
        written.file->start_writing(written.range.offset, written.range.length);
    } catch (const std::bad_alloc&) {
        return;
    }
}

/// Waits until the bytes are on the disk, and counts them. Returns whether the meter goes on.
/// `starved`: for how long the thread has been starved so far; updated. The file that wrote the
/// bytes reports failures.
bool TargetMeter::has_come(const Written& written, double& starved) {
    bool is_there = false;
    try {
        is_there = written.file->finish_writing(written.range.offset, written.range.length).ok();
    } catch (const std::bad_alloc&) {
        is_there = false;  // unknown
    }
    const double before = std::exchange(starved, clock_.starved());
    const Guard guard(mutex_);
    count(-1, starved - before);
    if (is_there) done_.bytes += written.bytes;
    return !ends_;
}

}  // namespace weft::storage
