// SPDX-License-Identifier: BSD-3-Clause
// The bodies of frames. docs/remote-protocol.md says what they mean.
#pragma once

#include <cstdint>
#include <string>

#include "remote/greeting_messages.hpp"
#include "storage/store.hpp"

namespace weft::remote {

/// The number of shapes that the server keeps, each in a slot.
inline constexpr std::uint32_t shape_slots = 64;
/// The most bytes of one shape.
inline constexpr std::size_t most_shape_bytes = std::size_t{512} << 10;
/// The most bytes of one checksum.
inline constexpr std::int64_t most_checksum_bytes = std::int64_t{1} << 30;

struct OpenRequest {
    std::uint32_t file = 0;  // the number that the file gets
    storage::Intent intent;
    std::string path;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, intent.writable, intent.create, intent.exclusive, intent.truncate,
               intent.facts, intent.head_bytes, intent.tail_bytes, path);
    }
};

/// A request about an open file.
struct OfFile {
    std::uint32_t file = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(file);
    }
};

struct OfRange {
    std::uint32_t file = 0;
    std::int64_t offset = 0;
    std::int64_t length = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, offset, length);
    }
};

/// A file and a number: the new size of resize, or the offset of hole_behind.
struct OfNumber {
    std::uint32_t file = 0;
    std::int64_t number = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, number);
    }
};

struct Renew {
    std::uint32_t file = 0;
    double stale_seconds = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, stale_seconds);
    }
};

/// `lock`: the number of the frame that has requested the lock.
struct Unlock {
    std::uint64_t lock = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(lock);
    }
};

struct SettleSize {
    std::uint32_t file = 0;
    std::uint64_t lock = 0;  // to be released, as in Unlock; 0: none
    storage::Extent turn;
    storage::Extent others;
    storage::FinalSize size;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, lock, turn.offset, turn.length, others.offset, others.length);
        fields(size.unchanged_bytes, size.units, size.count.offset, size.count.length,
               size.most_units);
        fields(size.empty.bytes, size.empty.longest_cut, size.full.bytes, size.full.longest_cut,
               size.unit_bytes);
    }
};

struct WriteBytes {
    std::uint32_t file = 0;
    std::int64_t offset = 0;
    Rest bytes;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, offset, bytes);
    }
};

/// A shape (region/shape_codec.hpp), as if it began with the file's first byte, stays in a slot
/// until another one replaces it. So a shape that only moves from call to call is sent once.
struct KeepShape {
    std::uint32_t slot = 0;
    Rest shape;
    template <class Fields>
    void list(Fields& fields) {
        fields(slot, shape);
    }
};

struct WriteShape {
    std::uint32_t file = 0;
    std::uint32_t slot = 0;
    std::int64_t base = 0;  // where the shape begins in the file
    std::int64_t from = 0;
    Rest packed;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, slot, base, from, packed);
    }
};

struct ReadShape {
    std::uint32_t file = 0;
    std::uint32_t slot = 0;
    std::int64_t base = 0;
    std::int64_t from = 0;
    std::int64_t length = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(file, slot, base, from, length);
    }
};

struct OfPath {
    std::string path;
    template <class Fields>
    void list(Fields& fields) {
        fields(path);
    }
};

struct Rename {
    std::string from;
    std::string to;
    template <class Fields>
    void list(Fields& fields) {
        fields(from, to);
    }
};

// Messages of the server. `request`: the number of the client's frame.

/// The outcome; on success with the requested value.
struct Answer {
    std::uint64_t request = 0;
    std::int32_t code = 0;
    std::string context;
    Rest value;
    template <class Fields>
    void list(Fields& fields) {
        fields(request, code, context, value);
    }
};

/// A part of the bytes read; an answer follows the last part.
struct Data {
    std::uint64_t request = 0;
    Rest bytes;
    template <class Fields>
    void list(Fields& fields) {
        fields(request, bytes);
    }
};

/// Says that all writes up to this frame of the client are stored, or were reported as failed.
struct Written {
    std::uint64_t through = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(through);
    }
};

struct WriteFailed {
    std::uint64_t request = 0;
    std::uint32_t file = 0;
    std::int32_t code = 0;
    std::string context;
    template <class Fields>
    void list(Fields& fields) {
        fields(request, file, code, context);
    }
};

// Values in answers.

struct Number {
    std::int64_t number = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(number);
    }
};

struct Range {
    std::int64_t offset = 0;
    std::int64_t length = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(offset, length);
    }
};

struct ChecksumThere {
    storage::Checksum checksum;
    template <class Fields>
    void list(Fields& fields) {
        fields(checksum.bytes, checksum.low, checksum.high);
    }
};

struct FactsOfPath {
    storage::PathFacts facts;  // without the reason, which follows from the file system
    std::uint8_t coherence = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(facts.exists, facts.is_regular, facts.is_symlink, facts.block_bytes, facts.device,
               facts.bytes, coherence, facts.locks_between_hosts, facts.stale_seconds,
               facts.file_system);
    }
};

struct SpeedThere {
    storage::Speed speed;  // without the round trip, which the client adds
    template <class Fields>
    void list(Fields& fields) {
        fields(speed.write_call, speed.read_call, speed.write_byte, speed.read_byte, speed.new_page,
               speed.new_island);
    }
};

struct OpenedFile {
    std::uint64_t identity = 0;
    std::int64_t bytes = 0;
    bool has_facts = false;
    FactsOfPath facts;
    Body head;
    Body tail;
    template <class Fields>
    void list(Fields& fields) {
        fields(identity, bytes, has_facts);
        facts.list(fields);
        fields(head, tail);
    }
};

}  // namespace weft::remote
