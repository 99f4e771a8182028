// SPDX-License-Identifier: BSD-3-Clause
#include "stage/staged_file.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "region/shape_codec.hpp"
#include "storage/clock.hpp"
#include "storage/shape_runs.hpp"

namespace weft::stage {
namespace {

using storage::File;

class Stopwatch {
public:
    explicit Stopwatch(double& seconds) : seconds_(seconds) {}
    ~Stopwatch() { seconds_ += storage::machine_clock().now() - began_; }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    double& seconds_;
    const double began_ = storage::machine_clock().now();
};

/// Others may read what its holder has written when it is released, so the file must have it by
/// then.
class DrainedLock final : public storage::RangeLock {
public:
    DrainedLock(std::shared_ptr<Log> log, std::unique_ptr<storage::RangeLock> lock)
        : log_(std::move(log)), lock_(std::move(lock)) {}
    ~DrainedLock() override { static_cast<void>(log_->await_all()); }  // the next sync tells

private:
    std::shared_ptr<Log> log_;
    std::unique_ptr<storage::RangeLock> lock_;  // released behind the wait
};

}  // namespace

StagedFile::~StagedFile() {
    static_cast<void>(StagedFile::close());
}

void StagedFile::stage_in(std::shared_ptr<Log> log, std::uint32_t number, bool detaches) {
    log_ = std::move(log);
    number_ = number;
    detaches_ = detaches;
    failures_told_ = log_->failures();
}

/// A wait that fails has told what the drain said.
Status StagedFile::await_all() {
    if (log_ == nullptr || log_->is_empty()) return {};
    const Stopwatch watch(counts_.drain_seconds);
    Status waited = log_->await_all();
    if (!waited.ok()) failures_told_ = log_->failures();
    return waited;
}

Status StagedFile::drain() {
    if (log_ == nullptr) return {};
    Status waited = await_all();
    if (waited.ok() && log_->failures() != failures_told_) {
        failures_told_ = log_->failures();
        return log_->last_failure();
    }
    return waited;
}

Status StagedFile::await_range(const region::Interval& range) {
    if (log_ == nullptr) return {};
    const std::optional<std::uint64_t> behind = log_->behind_last_in(number_, range);
    if (!behind) return {};
    const Stopwatch watch(counts_.read_seconds);
    return log_->await(*behind);
}

Result<File*> StagedFile::reach() {
    if (Status waited = await_all(); !waited.ok()) return waited;
    return &inner();
}

File* StagedFile::at_hand() {
    return log_ == nullptr || log_->is_empty() ? &inner() : nullptr;
}

Result<std::int64_t> StagedFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    const bool has_records = log_ != nullptr && !log_->is_empty();
    if (Status waited = await_range({offset, offset + std::ssize(bytes)}); !waited.ok())
        return waited;
    Result<std::int64_t> got = inner().read_at(offset, bytes);
    // A record behind the range may have yet to make the file as long as the program knows it.
    if (!has_records || !got.ok() || got.value() == std::ssize(bytes)) return got;
    if (Status waited = await_all(); !waited.ok()) return waited;
    return inner().read_at(offset, bytes);
}

Status StagedFile::read_shape(const region::FileShape& shape, std::int64_t from,
                              std::span<std::byte> packed) {
    if (packed.empty()) return {};
    const region::Interval range{shape.offset_of(from),
                                 shape.offset_of(from + std::ssize(packed) - 1) + 1};
    if (Status waited = await_range(range); !waited.ok()) return waited;
    return inner().read_shape(shape, from, packed);
}

Status StagedFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    // A log has no negative offsets; the inner file reports them.
    if (log_ == nullptr || offset < 0) return ForwardingFile::write_at(offset, bytes);
    if (passes_) return write_behind_all(offset, bytes);
    Status status;
    while (status.ok() && !bytes.empty()) {
        const auto most = static_cast<std::size_t>(log_->most_content_bytes());
        const auto now = bytes.first(std::min(bytes.size(), most));
        status = stage_run(offset, now);
        offset += std::ssize(now);
        bytes = bytes.subspan(now.size());
    }
    return status;
}

Status StagedFile::write_soon(std::int64_t offset, std::span<const std::byte> bytes) {
    return log_ == nullptr ? inner().write_soon(offset, bytes) : write_at(offset, bytes);
}

Status StagedFile::append(const Content& content) {
    Status appended = log_->append(content, counts_.full_seconds);
    if (!appended.ok()) return appended;
    ++counts_.records;
    counts_.staged_bytes += std::ssize(content.data);
    return {};
}

/// If the log cannot take the bytes, because its disk is full or fails, they are written to the
/// file.
Status StagedFile::stage_run(std::int64_t offset, std::span<const std::byte> bytes) {
    const Status staged =
        append({.file = number_, .range = {offset, offset + std::ssize(bytes)}, .data = bytes});
    if (staged.ok()) return {};
    counts_.refused_bytes += std::ssize(bytes);
    return write_behind_all(offset, bytes);
}

Status StagedFile::write_behind_all(std::int64_t offset, std::span<const std::byte> bytes) {
    if (Status waited = await_all(); !waited.ok()) return waited;
    counts_.passed_bytes += std::ssize(bytes);
    return inner().write_at(offset, bytes);
}

Status StagedFile::write_shape(const region::FileShape& shape, std::int64_t from,
                               std::span<const std::byte> packed) {
    if (packed.empty()) return {};
    if (log_ == nullptr) return inner().write_shape(shape, from, packed);
    const region::Nest* const nest = shape.nest();
    if (nest != nullptr && nest->loops().empty()) return write_at(nest->base() + from, packed);
    const std::int64_t begin = shape.offset_of(from);
    std::vector<std::byte> encoded;
    if (!passes_) region::append_shape(encoded, shape, begin);
    // A list of runs that is as long as their bytes is better written run by run.
    const std::int64_t most = log_->most_content_bytes() - std::ssize(encoded);
    if (passes_ || most < log_->most_content_bytes() / 2)
        return storage::write_runs(*this, shape, from, packed);
    while (!packed.empty()) {
        const auto now = packed.first(std::min(packed.size(), static_cast<std::size_t>(most)));
        const std::int64_t last = shape.offset_of(from + std::ssize(now) - 1);
        // The encoding has its origin at `begin`, so every record of it begins there.
        const Status staged = append({.kind = RecordKind::shape,
                                      .file = number_,
                                      .range = {begin, last + 1},
                                      .from = from,
                                      .shape = encoded,
                                      .data = now});
        if (!staged.ok()) return storage::write_runs(*this, shape, from, packed);
        from += std::ssize(now);
        packed = packed.subspan(now.size());
    }
    return {};
}

/// Bytes that went straight to the file were written at once.
Status StagedFile::settle() {
    return log_ == nullptr ? inner().settle() : Status();
}

Status StagedFile::sync() {
    Status status = drain();
    if (log_ != nullptr && status.ok()) {
        const Stopwatch watch(counts_.drain_seconds);
        status = log_->sync();
        // A power failure must not bring back records that the file has: newer bytes may lie there.
        if (status.ok()) status = log_->file().sync_pages();
    }
    status.keep_first(inner().sync());
    return status;
}

Result<std::unique_ptr<storage::RangeLock>> StagedFile::lock(std::int64_t offset,
                                                             std::int64_t length) {
    if (log_ == nullptr) return inner().lock(offset, length);
    auto taken = inner().lock(offset, length);
    if (!taken.ok()) return taken;
    // Behind the lock: others may have written under theirs.
    if (Status waited = await_all(); !waited.ok()) return waited;
    return std::unique_ptr<storage::RangeLock>(
        std::make_unique<DrainedLock>(log_, std::move(taken).value()));
}

Result<bool> StagedFile::settle_size(storage::SizeSettling settling) {
    if (log_ == nullptr || !detaches_) return ForwardingFile::settle_size(std::move(settling));
    if (Status valid = settling.check(); !valid.ok()) return valid;
    settling.mine.reset();
    if (settling.others.length > 0) {
        const auto others = is_locked(settling.others.offset, settling.others.length);
        if (!others.ok() || others.value()) return false;
    }
    const Status staged = append({.kind = RecordKind::final_size,
                                  .file = number_,
                                  .data = std::as_bytes(std::span(&settling.size, 1))});
    if (staged.ok()) return true;
    return ForwardingFile::settle_size(
        {.turn = settling.turn, .mine = {}, .others = settling.others, .size = settling.size});
}

Status StagedFile::close() {
    if (std::exchange(is_closed_, true)) return {};
    Status status = detaches_ ? Status() : drain();
    status.keep_first(inner().close());
    return status;
}

}  // namespace weft::stage
