// SPDX-License-Identifier: BSD-3-Clause
#include "remote/remote_file.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "region/shape_codec.hpp"
#include "storage/shape_runs.hpp"

namespace weft::remote {
namespace {

/// The part of a long write that goes into one frame: while one crosses the link, the next is made.
constexpr std::size_t piece_bytes = std::size_t{256} << 10;
/// The most bytes that are read ahead.
constexpr std::int64_t most_ahead_bytes = std::int64_t{32} << 20;

Body words_of(const region::FileShape& shape) {
    Body body;
    region::append_shape(body, shape, shape.base());
    return body;
}

}  // namespace

RemoteFile::RemoteFile(std::shared_ptr<ClientSession> session, std::string name,
                       std::uint32_t number, std::uint64_t identity)
    : session_(std::move(session)), name_(std::move(name)), number_(number), identity_(identity) {
    session_->note_opened();
}

RemoteFile::~RemoteFile() {
    static_cast<void>(RemoteFile::close());
    session_->note_closed();
}

/// A session that is over is a failure of the call, with the code of its kind.
Status RemoteFile::told(Code failure, const Status& status) const {
    const Code code = status.code() == Code::eio ? failure : status.code();
    return failure_of(name_, session_->destination(), {code, status.context()});
}

Status RemoteFile::closed(Code failure) const {
    return {failure, name_ + ": the file is closed"};
}

Result<Answered> RemoteFile::ask(Code failure, FrameKind kind, Body body,
                                 std::span<std::byte> into) {
    if (is_closed_) return closed(failure);
    forget_ahead();
    auto answered = session_->ask(kind, std::move(body), into);
    if (!answered.ok()) return told(failure, answered.status());
    return answered;
}

Result<std::int64_t> RemoteFile::ask_number(Code failure, FrameKind kind, Body body) {
    const auto answered = ask(failure, kind, std::move(body));
    if (!answered.ok()) return answered.status();
    const auto number = decoded<Number>(answered.value().value);
    if (!number.ok()) return Status(failure, number.status().context());
    return number.value().number;
}

Result<std::int64_t> RemoteFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    if (bytes.empty()) return std::int64_t{0};
    const auto answered = ask(Code::eread, FrameKind::read,
                              encoded(OfRange{number_, offset, std::ssize(bytes)}), bytes);
    if (!answered.ok()) return answered.status();
    return answered.value().received;
}

Status RemoteFile::post_write(FrameKind kind, Body body) {
    if (is_closed_) return closed(Code::ewrite);
    if (!ahead_.empty()) forget_ahead();
    const auto posted = session_->post(kind, std::move(body));
    if (!posted.ok()) return told(Code::ewrite, posted.status());
    last_write_ = posted.value();
    return {};
}

Status RemoteFile::write_soon(std::int64_t offset, std::span<const std::byte> bytes) {
    Status status;
    while (status.ok() && !bytes.empty()) {
        const auto now = bytes.first(std::min(piece_bytes, bytes.size()));
        status = post_write(FrameKind::write, encoded(WriteBytes{number_, offset, {now}}));
        bytes = bytes.subspan(now.size());
        // A write that begins near the last offset is refused by the server.
        if (__builtin_add_overflow(offset, std::ssize(now), &offset)) break;
    }
    return status;
}

Status RemoteFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    if (bytes.empty()) return {};
    const std::uint64_t before = last_write_;
    Status status = write_soon(offset, bytes);
    status.keep_first(told(Code::ewrite, session_->settle(last_write_)));
    status.keep_first(told(Code::ewrite, session_->take_failure(number_, before + 1)));
    return status;
}

Status RemoteFile::write_shape(const region::FileShape& shape, std::int64_t from,
                               std::span<const std::byte> packed) {
    if (packed.empty()) return {};
    const Body body = words_of(shape);
    if (body.size() > most_shape_bytes) return storage::write_runs(*this, shape, from, packed);
    Status status;
    while (status.ok() && !packed.empty()) {
        const auto now = packed.first(std::min(piece_bytes, packed.size()));
        status = post_write(
            FrameKind::write_shape,
            encoded(WriteShape{number_, session_->slot_of(body), shape.base(), from, {now}}));
        from += std::ssize(now);
        packed = packed.subspan(now.size());
    }
    return status;
}

Status RemoteFile::read_shape(const region::FileShape& shape, std::int64_t from,
                              std::span<std::byte> packed) {
    if (packed.empty()) return {};
    const Body body = words_of(shape);
    if (body.size() > most_shape_bytes) return storage::read_runs(*this, shape, from, packed);
    const std::uint32_t slot = session_->slot_of(body);
    const std::int64_t part = std::ssize(packed);
    const Body name = encoded(OfRange{slot, shape.base(), part});
    const bool is_next = !ahead_.empty() && ahead_.front().from == from &&
                         ahead_.front().slot_and_base == name &&
                         ahead_.front().packed.size() == packed.size();
    if (!is_next) forget_ahead();
    read_on(slot, shape, from, part);
    return finish_ahead(packed);
}

/// Requests this part, and those behind it.
void RemoteFile::read_on(std::uint32_t slot, const region::FileShape& shape, std::int64_t from,
                         std::int64_t part) {
    std::int64_t next = from;
    if (!ahead_.empty()) next = ahead_.back().from + std::ssize(ahead_.back().packed);
    while (next < shape.bytes() && (ahead_.empty() || ahead_bytes_ < most_ahead_bytes)) {
        const std::int64_t length = std::min(part, shape.bytes() - next);
        Ahead& last = ahead_.emplace_back();
        last.slot_and_base = encoded(OfRange{slot, shape.base(), length});
        last.from = next;
        last.packed.resize(static_cast<std::size_t>(length));
        ahead_bytes_ += length;
        last.request = session_->begin_asking(
            FrameKind::read_shape, encoded(ReadShape{number_, slot, shape.base(), next, length}),
            last.packed);
        next += length;
    }
}

/// Takes the first part that was read ahead.
Status RemoteFile::finish_ahead(std::span<std::byte> packed) {
    Ahead first = std::move(ahead_.front());
    ahead_.pop_front();
    ahead_bytes_ -= std::ssize(first.packed);
    const auto answered = session_->finish_asking(first.request);
    if (!answered.ok()) return told(Code::eread, answered.status());
    if (answered.value().received != std::ssize(packed))
        return {Code::eread, name_ + ": the server has sent too few bytes"};
    std::copy(first.packed.begin(), first.packed.end(), packed.begin());
    return {};
}

void RemoteFile::forget_ahead() {
    while (!ahead_.empty()) {
        static_cast<void>(session_->finish_asking(ahead_.front().request));
        ahead_.pop_front();
    }
    ahead_bytes_ = 0;
}

Status RemoteFile::settle() {
    forget_ahead();
    Status status = told(Code::ewrite, session_->settle(last_write_));
    status.keep_first(told(Code::ewrite, session_->take_failure(number_)));
    return status;
}

void RemoteFile::will_read(std::int64_t, std::int64_t) {}

Result<storage::Checksum> RemoteFile::checksum(std::int64_t offset, std::int64_t length) {
    const auto answered =
        ask(Code::eread, FrameKind::checksum, encoded(OfRange{number_, offset, length}));
    if (!answered.ok()) return answered.status();
    const auto told = decoded<ChecksumThere>(answered.value().value);
    if (!told.ok()) return Status(Code::eread, told.status().context());
    return told.value().checksum;
}

Result<std::int64_t> RemoteFile::size() {
    return ask_number(Code::eread, FrameKind::size, encoded(OfFile{number_}));
}

Status RemoteFile::resize(std::int64_t bytes) {
    return ask(Code::ewrite, FrameKind::resize, encoded(OfNumber{number_, bytes})).status();
}

Status RemoteFile::reserve(std::int64_t offset, std::int64_t length) {
    return ask(Code::ewrite, FrameKind::reserve, encoded(OfRange{number_, offset, length}))
        .status();
}

Result<std::int64_t> RemoteFile::insertion_block() {
    return ask_number(Code::ewrite, FrameKind::insertion_block, encoded(OfFile{number_}));
}

Status RemoteFile::insert_room(std::int64_t offset, std::int64_t length) {
    return ask(Code::ewrite, FrameKind::insert_room, encoded(OfRange{number_, offset, length}))
        .status();
}

Status RemoteFile::remove_room(std::int64_t offset, std::int64_t length) {
    return ask(Code::ewrite, FrameKind::remove_room, encoded(OfRange{number_, offset, length}))
        .status();
}

Result<storage::Extent> RemoteFile::hole_behind(std::int64_t offset) {
    const auto answered =
        ask(Code::eread, FrameKind::hole_behind, encoded(OfNumber{number_, offset}));
    if (!answered.ok()) return answered.status();
    const auto range = decoded<Range>(answered.value().value);
    if (!range.ok()) return Status(Code::eread, range.status().context());
    return storage::Extent{.offset = range.value().offset, .length = range.value().length};
}

void RemoteFile::start_writing(std::int64_t offset, std::int64_t length) {
    if (is_closed_) return;
    // This is only advice: the next call reports that the session is over.
    static_cast<void>(
        session_->post(FrameKind::start_writing, encoded(OfRange{number_, offset, length})));
}

Status RemoteFile::sync() {
    Status status = ask(Code::ewrite, FrameKind::sync, encoded(OfFile{number_})).status();
    // The answer comes after those of all earlier writes.
    Status writes = told(Code::ewrite, session_->take_failure(number_));
    writes.keep_first(std::move(status));
    return writes;
}

Status RemoteFile::renew(double stale_seconds) {
    return ask(Code::efile, FrameKind::renew, encoded(Renew{number_, stale_seconds})).status();
}

Status RemoteFile::close() {
    if (is_closed_) return {};
    Status status = ask(Code::ewrite, FrameKind::close, encoded(OfFile{number_})).status();
    is_closed_ = true;
    Status writes = told(Code::ewrite, session_->take_failure(number_));
    writes.keep_first(std::move(status));
    return writes;
}

// Locks of a remote file, and the settling of its size under them.

namespace {

/// Released by a frame without an answer: frames arrive in order, so the range is free for later
/// requests of this session, and the requests of others wait for it on the server.
class RemoteLock final : public storage::RangeLock {
public:
    RemoteLock(std::shared_ptr<ClientSession> session, std::uint64_t lock)
        : session_(std::move(session)), lock_(lock) {}
    ~RemoteLock() override {
        if (lock_ == 0) return;
        try {
            // If the session is over, so is the lock.
            static_cast<void>(session_->post(FrameKind::unlock, encoded(Unlock{lock_})));
        } catch (const std::exception&) {
            // There is no memory for the frame: the lock ends with the session.
        }
    }

    /// The number of the lock; the caller must release the lock.
    std::uint64_t hand_over() { return std::exchange(lock_, 0); }

private:
    std::shared_ptr<ClientSession> session_;
    std::uint64_t lock_;
};

}  // namespace

Result<std::unique_ptr<storage::RangeLock>> RemoteFile::take(FrameKind kind, std::int64_t offset,
                                                             std::int64_t length) {
    const auto answered = ask(Code::efile, kind, encoded(OfRange{number_, offset, length}));
    if (!answered.ok()) return answered.status();
    return std::unique_ptr<storage::RangeLock>(
        std::make_unique<RemoteLock>(session_, answered.value().request));
}

Result<std::unique_ptr<storage::RangeLock>> RemoteFile::lock(std::int64_t offset,
                                                             std::int64_t length) {
    return take(FrameKind::lock, offset, length);
}

Result<std::unique_ptr<storage::RangeLock>> RemoteFile::hold(std::int64_t offset,
                                                             std::int64_t length) {
    return take(FrameKind::hold, offset, length);
}

Result<bool> RemoteFile::is_locked(std::int64_t offset, std::int64_t length) {
    const auto locked =
        ask_number(Code::efile, FrameKind::is_locked, encoded(OfRange{number_, offset, length}));
    if (!locked.ok()) return locked.status();
    return locked.value() != 0;
}

Result<bool> RemoteFile::settle_size(storage::SizeSettling settling) {
    auto* const mine = dynamic_cast<RemoteLock*>(settling.mine.get());
    const bool goes_at_once = settling.mine == nullptr || mine != nullptr;
    if (!goes_at_once || !session_->knows(feature_settle_size))
        return storage::settle_size_by_calls(*this, std::move(settling));
    const auto last =
        ask_number(Code::ewrite, FrameKind::settle_size,
                   encoded(SettleSize{number_, mine == nullptr ? 0 : mine->hand_over(),
                                      settling.turn, settling.others, settling.size}));
    if (!last.ok()) return last.status();
    return last.value() != 0;
}

}  // namespace weft::remote
