// SPDX-License-Identifier: BSD-3-Clause
// Requests about open files.
#include "serve/session.hpp"

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "region/shape_codec.hpp"
#include "serve/useful_head.hpp"

namespace weft::serve {

using remote::Body;
using remote::encoded;
using remote::Frame;
using remote::FrameKind;

namespace {

Status unknown_file(std::uint32_t number) {
    return {Code::einval, "no file is open under the number " + std::to_string(number)};
}

}  // namespace

Status Session::handle(const Frame& request) {
    const Handler handler = handler_of(request.kind);
    if (handler == nullptr)
        return {Code::einval,
                "unknown kind of request: " + std::to_string(static_cast<int>(request.kind))};
    return (this->*handler)(request);
}

void Session::answer(std::uint64_t request, const Status& status, const Body& value) {
    outside_.send(
        FrameKind::answer,
        encoded(remote::Answer{
            request, static_cast<std::int32_t>(status.code()), status.context(), {value}}));
}

void Session::answer_number(std::uint64_t request, const Result<std::int64_t>& number) {
    answer(request, number.status(),
           number.ok() ? encoded(remote::Number{number.value()}) : Body());
}

Result<storage::File*> Session::file_of(std::uint32_t number) {
    const auto found = files_.find(number);
    if (found == files_.end()) return unknown_file(number);
    if (found->second.is_waiting)
        return Status(Code::einval, "the file of the request waits for a lock");
    return found->second.file.get();
}

Status Session::on_close(const Frame& request) {
    const auto close = remote::decoded<remote::OfFile>(request.body);
    if (!close.ok()) return close.status();
    const auto file = file_of(close.value().file);
    if (!file.ok()) return file.status();
    tell_written();
    answer(request.number, file.value()->close());
    files_.erase(close.value().file);
    return {};
}

Status Session::on_read(const Frame& request) {
    const auto read = remote::decoded<remote::OfRange>(request.body);
    if (!read.ok()) return read.status();
    const auto file = file_of(read.value().file);
    if (!file.ok()) return file.status();
    auto [number, offset, left] = read.value();
    if (left < 0) return {Code::einval, "the length is negative"};
    for (bool more = left > 0; more;) {
        const std::int64_t length = std::min(left, limits_.data_bytes);
        buffer_.resize(static_cast<std::size_t>(length));
        const auto got = file.value()->read_at(offset, buffer_);
        if (!got.ok()) {
            answer(request.number, got.status());
            return {};
        }
        const auto bytes =
            std::span<const std::byte>(buffer_).first(static_cast<std::size_t>(got.value()));
        if (!outside_.send(FrameKind::data, encoded(remote::Data{request.number, {bytes}})))
            return {};
        left -= got.value();
        // There is nothing behind the last offset.
        more =
            got.value() == length && left > 0 && !__builtin_add_overflow(offset, length, &offset);
    }
    answer(request.number, {});
    return {};
}

Status Session::on_write(const Frame& request) {
    const auto write = remote::decoded<remote::WriteBytes>(request.body);
    if (!write.ok()) return write.status();
    const auto file = file_of(write.value().file);
    if (!file.ok()) return file.status();
    const auto bytes = write.value().bytes.bytes;
    note_write(request.number, write.value().file,
               file.value()->write_at(write.value().offset, bytes), bytes.size());
    return {};
}

void Session::note_write(std::uint64_t request, std::uint32_t file, const Status& status,
                         std::size_t bytes) {
    if (!status.ok()) {
        outside_.send(
            FrameKind::write_failed,
            encoded(remote::WriteFailed{request, file, static_cast<std::int32_t>(status.code()),
                                        status.context()}));
    }
    written_ = request;
    untold_bytes_ += bytes;
    has_untold_ = true;
}

void Session::tell_written() {
    if (!std::exchange(has_untold_, false)) return;
    untold_bytes_ = 0;
    outside_.send(FrameKind::written, encoded(remote::Written{written_}));
}

Status Session::on_shape(const Frame& request) {
    const auto message = remote::decoded<remote::KeepShape>(request.body);
    if (!message.ok()) return message.status();
    const auto bytes = message.value().shape.bytes;
    if (message.value().slot >= shapes_.size() || bytes.size() > remote::most_shape_bytes)
        return {Code::einval, "the slot of the shape does not exist, or the shape is too long"};
    region::ShapeReader reader(bytes);
    auto shape = reader.shape();
    if (!shape.ok()) return shape.status();
    if (!reader.at_end()) return {Code::einval, "there are bytes behind the shape"};
    shapes_[message.value().slot] = {true, std::move(shape).value()};
    return {};
}

/// The shape of a slot, moved to `base`, if its stream has these bytes.
Result<region::FileShape> Session::shape_at(std::uint32_t slot, std::int64_t base,
                                            std::int64_t from, std::int64_t length) {
    if (slot >= shapes_.size() || !shapes_[slot].is_taken)
        return Status(Code::einval, "the slot has no shape");
    const region::FileShape& shape = shapes_[slot].shape;
    const auto end = checked_add(from, length);
    if (from < 0 || length < 0 || !end || *end > shape.bytes())
        return Status(Code::einval, "the shape does not have this part");
    if (base < 0 || !checked_add(base, shape.end()))
        return Status(Code::einval, "the shape ends behind the last offset");
    return shape.moved(base);
}

Status Session::on_read_shape(const Frame& request) {
    const auto message = remote::decoded<remote::ReadShape>(request.body);
    if (!message.ok()) return message.status();
    const auto file = file_of(message.value().file);
    if (!file.ok()) return file.status();
    auto [number, slot, base, from, left] = message.value();
    const auto shape = shape_at(slot, base, from, left);
    if (!shape.ok()) return shape.status();
    while (left > 0) {
        const std::int64_t length = std::min(left, limits_.data_bytes);
        buffer_.resize(static_cast<std::size_t>(length));
        const Status status = file.value()->read_shape(shape.value(), from, buffer_);
        if (!status.ok()) {
            answer(request.number, status);
            return {};
        }
        if (!outside_.send(FrameKind::data, encoded(remote::Data{request.number, {buffer_}})))
            return {};
        from += length;
        left -= length;
    }
    answer(request.number, {});
    return {};
}

Status Session::on_write_shape(const Frame& request) {
    const auto message = remote::decoded<remote::WriteShape>(request.body);
    if (!message.ok()) return message.status();
    const auto file = file_of(message.value().file);
    if (!file.ok()) return file.status();
    const auto packed = message.value().packed.bytes;
    const auto shape = shape_at(message.value().slot, message.value().base, message.value().from,
                                std::ssize(packed));
    if (!shape.ok()) return shape.status();
    note_write(request.number, message.value().file,
               file.value()->write_shape(shape.value(), message.value().from, packed),
               packed.size());
    return {};
}

Status Session::on_file(const Frame& request) {
    const auto message = remote::decoded<remote::OfFile>(request.body);
    if (!message.ok()) return message.status();
    const auto file = file_of(message.value().file);
    if (!file.ok()) return file.status();
    if (request.kind == FrameKind::size) answer_number(request.number, file.value()->size());
    if (request.kind == FrameKind::sync) {
        tell_written();
        answer(request.number, file.value()->sync());
    }
    if (request.kind == FrameKind::insertion_block)
        answer_number(request.number, file.value()->insertion_block());
    return {};
}

Status Session::on_range(const Frame& request) {
    const auto message = remote::decoded<remote::OfRange>(request.body);
    if (!message.ok()) return message.status();
    const auto file = file_of(message.value().file);
    if (!file.ok()) return file.status();
    const std::int64_t offset = message.value().offset;
    const std::int64_t length = message.value().length;
    if (request.kind == FrameKind::reserve)
        answer(request.number, file.value()->reserve(offset, length));
    if (request.kind == FrameKind::insert_room)
        answer(request.number, file.value()->insert_room(offset, length));
    if (request.kind == FrameKind::remove_room)
        answer(request.number, file.value()->remove_room(offset, length));
    if (request.kind == FrameKind::start_writing) file.value()->start_writing(offset, length);
    if (request.kind == FrameKind::is_locked) {
        const auto locked = file.value()->is_locked(offset, length);
        answer_number(request.number, locked.ok() ? Result<std::int64_t>(locked.value())
                                                  : Result<std::int64_t>(locked.status()));
    }
    return {};
}

Status Session::on_number(const Frame& request) {
    const auto message = remote::decoded<remote::OfNumber>(request.body);
    if (!message.ok()) return message.status();
    const auto file = file_of(message.value().file);
    if (!file.ok()) return file.status();
    const std::int64_t number = message.value().number;
    if (request.kind == FrameKind::resize) {
        answer(request.number, file.value()->resize(number));
        return {};
    }
    const auto hole = file.value()->hole_behind(number);
    answer(request.number, hole.status(),
           hole.ok() ? encoded(remote::Range{hole.value().offset, hole.value().length}) : Body());
    return {};
}

// The table of handlers of requests, and the handlers for paths and locks.

Session::Handler Session::handler_of(FrameKind kind) {
    static constexpr std::pair<FrameKind, Handler> handlers[] = {
        {FrameKind::open, &Session::on_open},
        {FrameKind::close, &Session::on_close},
        {FrameKind::read, &Session::on_read},
        {FrameKind::write, &Session::on_write},
        {FrameKind::shape, &Session::on_shape},
        {FrameKind::read_shape, &Session::on_read_shape},
        {FrameKind::write_shape, &Session::on_write_shape},
        {FrameKind::size, &Session::on_file},
        {FrameKind::resize, &Session::on_number},
        {FrameKind::reserve, &Session::on_range},
        {FrameKind::insertion_block, &Session::on_file},
        {FrameKind::insert_room, &Session::on_range},
        {FrameKind::remove_room, &Session::on_range},
        {FrameKind::hole_behind, &Session::on_number},
        {FrameKind::start_writing, &Session::on_range},
        {FrameKind::sync, &Session::on_file},
        {FrameKind::renew, &Session::on_renew},
        {FrameKind::lock, &Session::on_lock},
        {FrameKind::hold, &Session::on_lock},
        {FrameKind::unlock, &Session::on_unlock},
        {FrameKind::is_locked, &Session::on_range},
        {FrameKind::remove, &Session::on_path},
        {FrameKind::rename, &Session::on_rename},
        {FrameKind::sync_directory, &Session::on_path},
        {FrameKind::inspect, &Session::on_path},
        {FrameKind::measure, &Session::on_path},
        {FrameKind::checksum, &Session::on_checksum},
        {FrameKind::settle_size, &Session::on_settle_size},
    };
    for (const auto& [known, handler] : handlers) {
        if (known == kind) return handler;
    }
    return nullptr;
}

namespace {

bool meet(const storage::Extent& one, const storage::Extent& other) {
    return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}

remote::FactsOfPath told(const storage::PathFacts& facts) {
    return {.facts = facts, .coherence = static_cast<std::uint8_t>(facts.coherence)};
}

}  // namespace

Status Session::on_open(const Frame& request) {
    const auto message = remote::decoded<remote::OpenRequest>(request.body);
    if (!message.ok()) return message.status();
    if (files_.contains(message.value().file))
        return {Code::einval, "the number of the new file is in use"};
    if (files_.size() >= limits_.files) {
        answer(request.number, {Code::enfile, "too many open files in one session"});
        return {};
    }
    storage::Intent intent = message.value().intent;
    intent.head_bytes = std::clamp<std::int64_t>(intent.head_bytes, 0, limits_.end_bytes);
    intent.tail_bytes = std::clamp<std::int64_t>(intent.tail_bytes, 0, limits_.end_bytes);
    auto opened = store_.open(message.value().path, intent);
    if (!opened.ok()) {
        answer(request.number, opened.status());
        return {};
    }
    const auto value = opened_value(intent, opened.value());
    if (value.ok()) files_[message.value().file].file = std::move(opened.value().file);
    answer(request.number, value.status(), value.ok() ? value.value() : Body());
    return {};
}

/// The value of the answer to an open.
Result<Body> Session::opened_value(const storage::Intent& intent, storage::Opened& opened) {
    remote::OpenedFile value;
    const auto identity = opened.file->identity();
    if (!identity.ok()) return identity.status();
    const Result<std::int64_t> bytes = opened.bytes ? *opened.bytes : opened.file->size();
    if (!bytes.ok()) return bytes.status();
    value.identity = identity.value();
    value.bytes = bytes.value();
    value.has_facts = intent.facts && opened.facts.has_value();
    if (value.has_facts) value.facts = told(*opened.facts);
    value.head = std::move(opened.head);
    value.head.resize(useful_bytes(value.head, value.bytes));
    value.tail = std::move(opened.tail);
    return encoded(std::move(value));
}

Status Session::on_renew(const Frame& request) {
    const auto message = remote::decoded<remote::Renew>(request.body);
    if (!message.ok()) return message.status();
    const auto file = file_of(message.value().file);
    if (!file.ok()) return file.status();
    const double seconds = message.value().stale_seconds;
    constexpr double most_seconds = 3600;
    if (!(seconds >= 0 && seconds <= most_seconds)) return {Code::einval, "the time is not valid"};
    answer(request.number, file.value()->renew(seconds));
    return {};
}

void Session::do_in_background(std::uint64_t request, std::uint32_t number, FileWork work) {
    ++waits_;
    ServedFile& open = files_[number];
    open.is_waiting = true;
    const Status asked =
        outside_.in_background([this, file = open.file, number, work = std::move(work)] {
            return [this, number, finish = work(*file)] {
                --waits_;
                files_[number].is_waiting = false;
                finish();
            };
        });
    if (asked.ok()) return;
    --waits_;
    open.is_waiting = false;
    answer(request, asked);
}

Status Session::on_lock(const Frame& request) {
    const auto message = remote::decoded<remote::OfRange>(request.body);
    if (!message.ok()) return message.status();
    const auto found = file_of(message.value().file);
    if (!found.ok()) return found.status();
    if (waits_ >= limits_.waits || locks_.size() + waits_ >= limits_.locks) {
        answer(request.number, {Code::enotsupport, "too many locks in one session"});
        return {};
    }
    do_in_background(
        request.number, message.value().file,
        [this, number = request.number, kind = request.kind,
         range = message.value()](storage::File& file) {
            auto taken = kind == FrameKind::hold ? file.hold(range.offset, range.length)
                                                 : file.lock(range.offset, range.length);
            auto lock =
                std::make_shared<Result<std::unique_ptr<storage::RangeLock>>>(std::move(taken));
            return [this, number, range, lock] {
                if (lock->ok()) locks_[number] = {std::move(*lock).value(), range};
                answer(number, lock->status());
            };
        });
    return {};
}

/// The work may have to wait for its turn.
Status Session::on_settle_size(const Frame& request) {
    const auto message = remote::decoded<remote::SettleSize>(request.body);
    if (!message.ok()) return message.status();
    const remote::SettleSize& asked = message.value();
    const auto found = file_of(asked.file);
    if (!found.ok()) return found.status();
    const auto settling = std::make_shared<storage::SizeSettling>();
    *settling = {.turn = asked.turn, .mine = {}, .others = asked.others, .size = asked.size};
    if (Status sound = settling->check(); !sound.ok()) return sound;
    if (asked.lock != 0) {
        auto held = locks_.extract(asked.lock);
        if (held.empty()) return {Code::einval, "the lock does not exist"};
        const remote::OfRange& range = held.mapped().range;
        if (meet(asked.turn, {.offset = range.offset, .length = range.length}))
            return {Code::einval, "the turn waits for the lock that it releases"};
        settling->mine = std::move(held.mapped().lock);
    }
    if (waits_ >= limits_.waits || locks_.size() + waits_ >= limits_.locks) {
        answer(request.number, {Code::enotsupport, "too many locks in one session"});
        return {};
    }
    do_in_background(
        request.number, asked.file, [this, number = request.number, settling](storage::File& file) {
            const Result<bool> last = file.settle_size(std::move(*settling));
            return [this, number, last] {
                answer_number(number, last.ok() ? Result<std::int64_t>(last.value() ? 1 : 0)
                                                : Result<std::int64_t>(last.status()));
            };
        });
    return {};
}

Status Session::on_checksum(const Frame& request) {
    const auto message = remote::decoded<remote::OfRange>(request.body);
    if (!message.ok()) return message.status();
    const auto file = file_of(message.value().file);
    if (!file.ok()) return file.status();
    if (message.value().length > remote::most_checksum_bytes) {
        answer(request.number, {Code::einval, "the checksum is of too many bytes"});
        return {};
    }
    const auto sum = file.value()->checksum(message.value().offset, message.value().length);
    answer(request.number, sum.status(),
           sum.ok() ? encoded(remote::ChecksumThere{sum.value()}) : Body());
    return {};
}

Status Session::on_unlock(const Frame& request) {
    const auto message = remote::decoded<remote::Unlock>(request.body);
    if (!message.ok()) return message.status();
    if (locks_.erase(message.value().lock) == 0) return {Code::einval, "the lock does not exist"};
    return {};
}

Status Session::on_path(const Frame& request) {
    const auto message = remote::decoded<remote::OfPath>(request.body);
    if (!message.ok()) return message.status();
    const std::string& path = message.value().path;
    if (request.kind == FrameKind::remove) answer(request.number, store_.remove(path));
    if (request.kind == FrameKind::sync_directory)
        answer(request.number, store_.sync_directory_of(path));
    if (request.kind == FrameKind::inspect) {
        const auto facts = store_.inspect(path);
        answer(request.number, facts.status(), facts.ok() ? encoded(told(facts.value())) : Body());
    }
    if (request.kind == FrameKind::measure) {
        const auto speed = store_.measure(path);
        answer(request.number, speed.status(),
               speed.ok() ? encoded(remote::SpeedThere{speed.value()}) : Body());
    }
    return {};
}

Status Session::on_rename(const Frame& request) {
    const auto message = remote::decoded<remote::Rename>(request.body);
    if (!message.ok()) return message.status();
    answer(request.number, store_.rename(message.value().from, message.value().to));
    return {};
}

}  // namespace weft::serve
