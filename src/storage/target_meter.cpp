// SPDX-License-Identifier: BSD-3-Clause
#include "storage/target_meter.hpp"

#include <new>
#include <system_error>
#include <utility>

#include "storage/signals_blocked.hpp"

namespace weft::storage {

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

void TargetMeter::end() {
    const Guard guard(mutex_);
    count(-1);
}

/// Something is under way, or is no more.
void TargetMeter::count(int change) {
    const double now = clock_.now();
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

/// The thread. All that is there is sent before any of it is waited for, as devices like it.
void TargetMeter::work() {
    Guard guard(mutex_);
    while (true) {
        thread_waits_.wait(guard, [this] { return !queue_.empty() || ends_; });
        if (ends_) break;
        const std::deque<Written> batch = std::exchange(queue_, {});
        guard.unlock();
        for (const Written& one : batch)
            one.file->start_writing(one.range.offset, one.range.length);
        for (const Written& one : batch) {
            if (!has_come(one)) break;
        }
        guard.lock();
    }
    clock_.rest();
}

/// Returns whether to go on. What fails is told by the file that it was written through.
bool TargetMeter::has_come(const Written& written) {
    bool is_there = false;
    try {
        is_there = written.file->finish_writing(written.range.offset, written.range.length).ok();
    } catch (const std::bad_alloc&) {
        is_there = false;  // nobody knows
    }
    const Guard guard(mutex_);
    count(-1);
    if (is_there) done_.bytes += written.bytes;
    return !ends_;
}

}  // namespace weft::storage
