// SPDX-License-Identifier: BSD-3-Clause
#include "stage/log.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "storage/clock.hpp"

namespace weft::stage {
namespace {

/// How many bytes stay in the processor's cache between their checksum and their write.
constexpr std::size_t piece_bytes = 128 << 10;

/// The checksum of a record, whose bytes come piece by piece.
class Sum {
public:
    Sum(const LogFacts& facts, const RecordHead& head, std::span<const std::byte> shape)
        : sums_bytes_(facts.medium == Medium::disk), state_(XXH3_createState(), &XXH3_freeState) {
        if (state_ == nullptr) throw std::bad_alloc();
        XXH3_64bits_reset(state_.get());
        update(std::as_bytes(std::span(&head, 1)).first(offsetof(RecordHead, checksum)));
        update(shape);
    }
    void add(std::span<const std::byte> bytes) {
        if (sums_bytes_) update(bytes);
    }
    [[nodiscard]] std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

private:
    void update(std::span<const std::byte> bytes) {
        XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
    }

    bool sums_bytes_;
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

/// The lock of a control page. Its last owner may have died with it: what it guards changes by one
/// store, so it is as good as before.
class PageLock {
public:
    explicit PageLock(pthread_mutex_t& lock) : lock_(lock) {
        if (pthread_mutex_lock(&lock_) == EOWNERDEAD) pthread_mutex_consistent(&lock_);
    }
    ~PageLock() { pthread_mutex_unlock(&lock_); }
    PageLock(const PageLock&) = delete;
    PageLock& operator=(const PageLock&) = delete;

private:
    pthread_mutex_t& lock_;
};

/// Tells the drain that somebody waits for it.
class Waiter {
public:
    explicit Waiter(ControlPage& page) : page_(page) {
        ++page_.waiters;
        change(page_.news);
    }
    ~Waiter() { --page_.waiters; }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

private:
    ControlPage& page_;
};

}  // namespace

std::uint64_t checksum_of(const LogFacts& facts, const RecordHead& head,
                          std::span<const std::byte> shape, std::span<const std::byte> data) {
    Sum sum(facts, head, shape);
    sum.add(data);
    return sum.value();
}

void write_note(ErrorNote& note, const Status& status) {
    const std::string& text = status.context();
    note.code = static_cast<std::int32_t>(status.code());
    note.length = static_cast<std::uint32_t>(std::min(text.size(), note.text.size()));
    std::copy_n(text.begin(), note.length, note.text.begin());
}

Result<std::unique_ptr<Log>> Log::join(std::unique_ptr<LogFile> file, std::uint32_t member) {
    if (Status opened = file->open_ring(); !opened.ok()) return opened;
    std::unique_ptr<Log> log(new Log(std::move(file), member));
    auto life = log->file().locks().hold(member_bytes + member, 1);
    if (!life.ok()) return life.status();
    log->life_ = std::move(life).value();
    return log;
}

void Log::locked(const std::function<void()>& work) {
    const PageLock lock(page().lock);
    work();
}

std::int64_t Log::most_content_bytes() const {
    constexpr std::int64_t most = 4 << 20;
    const std::int64_t record = std::min(most, file_->size().ring_bytes / 4);
    return record / record_alignment * record_alignment -
           round_up(std::int64_t{sizeof(RecordHead)}, record_alignment);
}

/// Called under the lock. The place in the ring for a record of so many bytes; empty while the ring
/// or the slots are full, or would have less than `spare` bytes left.
std::optional<std::int64_t> Log::room_for(std::int64_t bytes, std::int64_t spare) const {
    const std::uint64_t end = page().reserved.load();
    const std::uint64_t begin = page().drained.load();
    const std::int64_t ring = file_->size().ring_bytes;
    if (end - begin + 1 >= static_cast<std::uint64_t>(file_->size().slots)) return std::nullopt;
    std::int64_t place = 0;
    if (end > 0) {
        const Slot& last = file_->slot(end - 1);
        place = last.position + last.bytes;
    }
    // An empty ring begins anew, where its disk or memory already has room for it.
    if (place % ring + bytes > ring || (begin == end && place % ring != 0))
        place = (place / ring + 1) * ring;
    const std::int64_t used_from = begin == end ? place : file_->slot(begin).position;
    if (place + bytes + spare - used_from > ring) return std::nullopt;
    return place;
}

std::optional<std::uint64_t> Log::reserve_if_room(const Content& content, std::int64_t spare) {
    const auto bytes = static_cast<std::int64_t>(sizeof(RecordHead)) + std::ssize(content.shape) +
                       std::ssize(content.data);
    const PageLock lock(page().lock);
    const std::optional<std::int64_t> place = room_for(round_up(bytes, record_alignment), spare);
    if (!place) return std::nullopt;
    const std::uint64_t number = page().reserved.load();
    Slot& slot = file_->slot(number);
    slot.number = number;
    slot.position = *place;
    slot.bytes = round_up(bytes, record_alignment);
    slot.begin = content.range.begin;
    slot.end = content.range.end;
    slot.member = member_;
    slot.file = content.file;
    slot.state = static_cast<std::uint32_t>(RecordState::reserved);
    page().reserved = number + 1;
    return number;
}

Result<std::uint64_t> Log::reserve(const Content& content, double& full_seconds) {
    std::optional<std::uint64_t> number;
    const auto take = [&] {
        number = reserve_if_room(content, 0);
        return number.has_value();
    };
    if (take()) return *number;
    const double began = storage::machine_clock().now();
    const Status waited = wait_until(take);
    full_seconds += storage::machine_clock().now() - began;
    if (!waited.ok()) return waited;
    return *number;
}

/// The head goes last, in front of the bytes, because it has their checksum.
Status Log::write(std::uint64_t number, const Content& content) {
    RecordHead head{.magic = record_magic,
                    .kind = content.kind,
                    .file = content.file,
                    .unused = 0,
                    .log = page().facts.id,
                    .number = number,
                    .begin = content.range.begin,
                    .end = content.range.end,
                    .from = content.from,
                    .shape_bytes = std::ssize(content.shape),
                    .data_bytes = std::ssize(content.data),
                    .checksum = 0};
    const std::int64_t position = file_->slot(number).position;
    Sum sum(page().facts, head, content.shape);
    // Short shapes and data are written together with the head.
    std::vector<std::byte> first(sizeof head);
    first.insert(first.end(), content.shape.begin(), content.shape.end());
    const bool is_short = content.data.size() <= piece_bytes;
    if (is_short) {
        sum.add(content.data);
        first.insert(first.end(), content.data.begin(), content.data.end());
    }
    std::int64_t at = position + std::ssize(first);
    std::span<const std::byte> rest = is_short ? std::span<const std::byte>() : content.data;
    while (!rest.empty()) {
        const auto piece = rest.first(std::min(rest.size(), piece_bytes));
        sum.add(piece);
        if (Status written = file_->ring().write(at, piece); !written.ok()) return written;
        at += std::ssize(piece);
        rest = rest.subspan(piece.size());
    }
    head.checksum = sum.value();
    std::memcpy(first.data(), &head, sizeof head);
    return file_->ring().write(position, first);
}

void Log::finish(std::uint64_t number, RecordState state) {
    file_->slot(number).state = static_cast<std::uint32_t>(state);
    change(page().news);
}

Status Log::complete(std::uint64_t number, const Content& content) {
    Status written;
    try {
        written = write(number, content);
    } catch (...) {
        finish(number, RecordState::empty);
        throw;
    }
    finish(number, written.ok() ? RecordState::complete : RecordState::empty);
    return written;
}

Status Log::append(const Content& content, double& full_seconds) {
    const Result<std::uint64_t> number = reserve(content, full_seconds);
    return number.ok() ? complete(number.value(), content) : number.status();
}

Result<std::optional<std::uint64_t>> Log::append_if_room(const Content& content,
                                                         std::int64_t spare) {
    const std::optional<std::uint64_t> number = reserve_if_room(content, spare);
    if (!number) return number;
    Status written;
    try {
        written = complete(*number, content);
    } catch (...) {
        release(*number);  // there is no drain that passes it
        throw;
    }
    if (written.ok()) return number;
    release(*number);
    return written;
}

void Log::release(std::uint64_t number) {
    const PageLock lock(page().lock);
    const auto empty = static_cast<std::uint32_t>(RecordState::empty);
    file_->slot(number).state = empty;
    std::uint64_t first = page().drained.load();
    while (first < page().reserved.load() && file_->slot(first).state.load() == empty) ++first;
    page().drained = first;
}

std::int64_t Log::bytes_from(std::uint64_t number) {
    const PageLock lock(page().lock);
    const Slot& last = file_->slot(page().reserved.load() - 1);
    return last.position + last.bytes - file_->slot(number).position;
}

std::optional<std::uint64_t> Log::behind_last_in(std::uint32_t file,
                                                 const region::Interval& range) {
    if (is_empty()) return std::nullopt;
    const PageLock lock(page().lock);
    const std::uint64_t begin = page().drained.load();
    for (std::uint64_t number = page().reserved.load(); number > begin; --number) {
        const Slot& slot = file_->slot(number - 1);
        if (slot.file == file && slot.begin < range.end && range.begin < slot.end) return number;
    }
    return std::nullopt;
}

Status Log::await(std::uint64_t number) {
    return wait_until([&] { return drained() >= number; });
}

Status Log::wait_until(const std::function<bool()>& done) {
    if (done()) return {};
    const Waiter waiter(page());
    const std::uint32_t failures = page().failures.load();
    if (page().is_stuck.load() != 0) {
        ++page().retries;
        change(page().news);
    }
    while (true) {
        const std::uint32_t progress = page().progress.load();
        if (done()) return {};
        if (page().failures.load() != failures) return last_failure();
        if (page().has_left.load() != 0 || !lives(0)) return done() ? Status() : drain_has_left();
        if (help_ && help_()) continue;
        wait_while(page().progress, progress, nap);
    }
}

Status Log::sync() {
    const std::uint64_t ticket = ++page().syncs_asked;
    change(page().news);
    const Status waited = wait_until([&] { return page().syncs_done.load() >= ticket; });
    if (!waited.ok()) return waited;
    return page().is_sync_lost.load() != 0 ? noted(page().sync_failure) : Status();
}

Status Log::last_failure() {
    return noted(page().failure);
}

Status Log::noted(const ErrorNote& note) {
    const PageLock lock(page().lock);
    const std::size_t length = std::min<std::size_t>(note.length, note.text.size());
    return {static_cast<Code>(note.code), std::string(note.text.data(), length)};
}

bool Log::lives(std::uint32_t member) {
    if (member == member_) return true;
    const Result<bool> locked = file_->locks().is_locked(member_bytes + member, 1);
    return !locked.ok() || locked.value();
}

Status Log::drain_has_left() const {
    return {Code::ewrite, "the process that moves bytes from the log \"" + file_->path() +
                              "\" into the file has ended; \"weft drain\" moves what is left"};
}

}  // namespace weft::stage
