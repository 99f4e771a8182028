// SPDX-License-Identifier: BSD-3-Clause
#include "stage/drain_thread.hpp"

#include <chrono>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "storage/background_work.hpp"
#include "storage/clock.hpp"
#include "storage/signals_blocked.hpp"

namespace weft::stage {
namespace {

/// If nobody waits and there are few bytes, the drain waits for more, but not for longer than this.
constexpr std::chrono::milliseconds linger(5);
constexpr std::int64_t worth_moving_bytes = 1 << 20;

}  // namespace

DrainThread::~DrainThread() {
    static_cast<void>(stop());
}

Status DrainThread::start() {
    const storage::SignalsBlocked blocked;
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error& error) {
        return {Code::enomem, std::string("there is no thread to drain with: ") + error.what()};
    }
    return {};
}

Status DrainThread::stop() {
    if (thread_.joinable()) {
        ends_ = true;
        change(log_->page().news);
        thread_.join();
    }
    log_->page().has_left = 1;
    change(log_->page().progress);
    return files_->close();
}

void DrainThread::add(const std::vector<std::string>& paths) {
    const std::lock_guard turn(turn_);
    files_->add(paths);
}

DrainThread::Work DrainThread::work() const {
    return {.bytes = moved_bytes_, .seconds = seconds_, .processor_seconds = processor_seconds_};
}

void DrainThread::close_files() {
    const std::lock_guard turn(turn_);
    static_cast<void>(files_->close());
}

void DrainThread::run() {
    storage::step_back();
    while (!ends_) {
        const std::uint32_t news = log_->page().news.load();
        if (should_linger()) wait_while(log_->page().news, news, linger);
        {
            const std::lock_guard turn(turn_);
            if (move_what_is_there() || sync_if_asked()) continue;
        }
        if (!drain_.skip_orphan()) wait_while(log_->page().news, news, nap);
    }
}

bool DrainThread::help() {
    const std::unique_lock turn(turn_, std::try_to_lock);
    return turn.owns_lock() && !ends_ && (move_what_is_there() || sync_if_asked());
}

/// Whether records are so few that it is better to wait for more of them.
bool DrainThread::should_linger() const {
    const ControlPage& page = log_->page();
    const std::uint64_t begin = log_->drained();
    const std::uint64_t end = log_->reserved();
    if (begin == end || page.waiters.load() != 0 || ends_) return false;
    const Slot& first = log_->file().slot(begin);
    const Slot& last = log_->file().slot(end - 1);
    return last.position + last.bytes - first.position < worth_moving_bytes;
}

/// Returns whether it has moved any record.
bool DrainThread::move_what_is_there() {
    ControlPage& page = log_->page();
    if (log_->is_empty()) return false;
    const std::uint32_t retries = page.retries.load();
    if (page.is_stuck.load() != 0 && retries == retries_seen_) return false;
    const double began = storage::machine_clock().now();
    Result<Drain::Moved> moved = Status(Code::enomem);
    try {
        moved = drain_.move();
    } catch (const std::bad_alloc&) {
        moved = Status(Code::enomem, "there is no memory for the drain");
    }
    if (!moved.ok()) {
        retries_seen_ = retries;
        fail(moved.status());
        return false;
    }
    if (moved.value().records == 0) return false;
    page.is_stuck = 0;
    moved_bytes_ += moved.value().bytes;
    seconds_ = seconds_ + storage::machine_clock().now() - began;
    processor_seconds_ = processor_seconds_ + moved.value().processor_seconds;
    return true;
}

void DrainThread::fail(const Status& status) {
    ControlPage& page = log_->page();
    log_->locked([&] { write_note(page.failure, status); });
    page.is_stuck = 1;
    ++page.failures;
    change(page.progress);
}

/// Syncs the files if somebody asks for it, who has waited until they have the records in question.
bool DrainThread::sync_if_asked() {
    ControlPage& page = log_->page();
    const std::uint64_t asked = page.syncs_asked.load();
    if (page.syncs_done.load() == asked) return false;
    const Status synced = files_->sync();
    if (!synced.ok() && page.is_sync_lost.load() == 0) {
        log_->locked([&] { write_note(page.sync_failure, synced); });
        page.is_sync_lost = 1;
    }
    page.syncs_done = asked;
    change(page.progress);
    return true;
}

}  // namespace weft::stage
