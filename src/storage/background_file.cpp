// SPDX-License-Identifier: BSD-3-Clause
#include "storage/background_file.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <system_error>

#include "storage/signals_blocked.hpp"

namespace weft::storage {

BackgroundFile::BackgroundFile(std::unique_ptr<File> inner, std::int64_t queue_bytes, Clock& clock)
    : ForwardingFile(std::move(inner)),
      queue_bytes_(queue_bytes),
      clock_(clock),
      owner_waits_(clock),
      thread_waits_(clock) {}

BackgroundFile::~BackgroundFile() {
    stop();
}

Status BackgroundFile::write_soon(std::int64_t offset, std::span<const std::byte> bytes) {
    // Nests have no negative offsets; the inner file reports them.
    if (offset < 0) return ForwardingFile::write_at(offset, bytes);
    // Queues in pieces: the next one is queued while one is written.
    const auto piece = static_cast<std::size_t>(std::max<std::int64_t>(queue_bytes_ / 8, 1));
    Status status;
    while (status.ok() && !bytes.empty()) {
        const auto now = bytes.first(std::min(piece, bytes.size()));
        status = write_shape(region::Nest(offset, std::ssize(now), {}), 0, now);
        offset += std::ssize(now);
        bytes = bytes.subspan(now.size());
    }
    return status;
}

Status BackgroundFile::write_shape(const region::FileShape& shape, std::int64_t from,
                                   std::span<const std::byte> packed) {
    if (packed.empty()) return {};
    try {
        return post({shape, from, {packed.begin(), packed.end()}});
    } catch (const std::bad_alloc&) {
        return {Code::enomem,
                "there is no memory to keep " + std::to_string(packed.size()) + " bytes"};
    }
}

Status BackgroundFile::post(Write write) {
    if (Status started = start(); !started.ok()) return started;
    const std::int64_t bytes = std::ssize(write.packed);
    Guard guard(mutex_);
    owner_waits_.wait(guard,
                      [&] { return queue_.empty() || queued_bytes_ + bytes <= queue_bytes_; });
    queue_.push_back(std::move(write));
    queued_bytes_ += bytes;
    thread_waits_.wake();
    return {};
}

Status BackgroundFile::start() {
    if (thread_.joinable()) return {};
    const SignalsBlocked blocked;
    clock_.resume();
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error& error) {
        clock_.rest();
        return {Code::enomem, std::string("there is no thread to write with: ") + error.what()};
    }
    return {};
}

void BackgroundFile::stop() {
    if (!thread_.joinable()) return;
    drain();
    {
        const Guard guard(mutex_);
        ends_ = true;
        thread_waits_.wake();
    }
    thread_.join();
    ends_ = false;
}

/// The function of the thread.
void BackgroundFile::work() {
    Guard guard(mutex_);
    while (true) {
        thread_waits_.wait(guard, [&] { return !queue_.empty() || ends_; });
        if (queue_.empty()) break;
        const Write& next = queue_.front();  // stays in place while others are added
        guard.unlock();
        Status status = carry_out(next);
        guard.lock();
        failure_.keep_first(std::move(status));
        queued_bytes_ -= std::ssize(next.packed);
        queue_.pop_front();
        owner_waits_.wake();
    }
    clock_.rest();
}

Status BackgroundFile::carry_out(const Write& write) {
    try {
        const region::Nest* const nest = write.shape.nest();
        if (nest != nullptr && nest->loops().empty())
            return inner().write_soon(nest->base() + write.from, write.packed);
        return inner().write_shape(write.shape, write.from, write.packed);
    } catch (const std::bad_alloc&) {
        return Code::enomem;  // the thread has no caller that could catch this
    }
}

void BackgroundFile::drain() {
    Guard guard(mutex_);
    owner_waits_.wait(guard, [&] { return queue_.empty(); });
}

Status BackgroundFile::take_failure() {
    const Guard guard(mutex_);
    return std::exchange(failure_, {});
}

Result<File*> BackgroundFile::reach() {
    drain();
    return &inner();
}

/// Waits until the queue is empty: the thread uses the file while it writes.
File* BackgroundFile::at_hand() {
    const Guard guard(mutex_);
    return queue_.empty() ? &inner() : nullptr;
}

Status BackgroundFile::settle() {
    drain();
    Status status = take_failure();
    status.keep_first(inner().settle());
    return status;
}

Status BackgroundFile::sync() {
    Status status = settle();
    status.keep_first(inner().sync());
    return status;
}

Status BackgroundFile::close() {
    Status status = settle();
    stop();
    status.keep_first(inner().close());
    return status;
}

}  // namespace weft::storage
