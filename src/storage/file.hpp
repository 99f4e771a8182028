// SPDX-License-Identifier: BSD-3-Clause
// A byte-addressed file. The one door to everything that stores bytes; faults, throttles and remote
// files plug in here. Nothing has a default: a file that stands for another would forget to pass it
// on. What begins a file is a LeafFile, what changes one a ForwardingFile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/result.hpp"
#include "region/file_shape.hpp"
#include "storage/checksum.hpp"
#include "storage/extent.hpp"
#include "storage/range_lock.hpp"
#include "storage/size_settling.hpp"
#include "storage/striping.hpp"

namespace weft::storage {

/// An open file. One rank's own handle: nothing here communicates. Calls from several threads are
/// not synchronised. Failures to read or measure are Code::eread; failures to write, cut, sync or
/// close are Code::ewrite, or Code::eno_space, Code::equota, Code::enomem where those are the
/// cause.
class File {
public:
    virtual ~File() = default;  // closes when close() was not called; an error is then lost

    /// Reads until `bytes` is full or the file ends, and says how many bytes were read: fewer only
    /// at the end of file. Holes read as zeros.
    virtual Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) = 0;

    /// Writes all of `bytes`, or fails. Interrupted and short system calls are continued. After a
    /// failure any part of the range may have been written. No bytes: no effect, also on the size.
    virtual Status write_at(std::int64_t offset, std::span<const std::byte> bytes) = 0;

    /// write_at(), but may return before the bytes are stored: they are taken over, so that their
    /// memory can be used again at once. Only settle() tells of a failure then. All calls of this
    /// handle behave as if the bytes were there; for other handles, and before a lock is released,
    /// settle.
    virtual Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) = 0;

    /// The bytes of the shape's stream from `from` on, `packed` one run after the other, in one
    /// call however many runs they are. Otherwise as write_soon().
    virtual Status write_shape(const region::FileShape& shape, std::int64_t from,
                               std::span<const std::byte> packed) = 0;

    /// The opposite; what lies behind the end of the file is zero.
    virtual Status read_shape(const region::FileShape& shape, std::int64_t from,
                              std::span<std::byte> packed) = 0;

    /// Returns when all that was written soon is stored as write_at() stores it. The first failure
    /// of the time since the last settle(), sync() or close(), which tell it, too. Where it fails,
    /// the writes that did not fail are stored all the same.
    virtual Status settle() = 0;

    /// Of what the file holds of [offset, offset + length), length >= 0: less than that many bytes
    /// only where the file ends. A file that is far away tells it without sending its bytes.
    virtual Result<Checksum> checksum(std::int64_t offset, std::int64_t length) = 0;

    /// Advice: this range will be read soon.
    virtual void will_read(std::int64_t offset, std::int64_t length) = 0;

    virtual Result<std::int64_t> size() = 0;

    /// A number that tells the file from others of its file system, on every host; 0 where there is
    /// none.
    virtual Result<std::uint64_t> identity() = 0;

    /// Cuts the file, or extends it with zeros that need not occupy space.
    virtual Status resize(std::int64_t bytes) = 0;

    /// Of a new file (Intent::striped): lays it out on storage targets, as far as its file system
    /// has any and grants what is wished, and tells how. Does nothing to any other file.
    virtual Result<Striping> stripe(const StripingWish& wish) = 0;

    /// Takes room on the disk for a range, so that what is written there later does not find it
    /// full. The size of the file stays. Does nothing where the file system has no such call.
    virtual Status reserve(std::int64_t offset, std::int64_t length) = 0;

    /// The blocks by which room can be inserted; 0 where it cannot, or where a power failure during
    /// it may do worse than insert_room() says.
    virtual Result<std::int64_t> insertion_block() = 0;

    /// Moves what is behind `offset` up by `length` bytes without copying it, and leaves a hole.
    /// Both are whole blocks, and the file is longer than `offset`. A power failure before the next
    /// sync() leaves the old file, or a longer one whose hole is at `offset` or at any block behind
    /// it; what was written meanwhile, but not into the hole, may be there, in the blocks that it
    /// belongs to. After a failure the size tells whether it has begun.
    virtual Status insert_room(std::int64_t offset, std::int64_t length) = 0;

    /// The opposite: removes a range, behind which the file goes on. A power failure before the
    /// next sync() leaves the old file, perhaps with a hole in the range; or one of the old length
    /// whose hole, as long as the range, is anywhere behind its begin; or the shorter file.
    virtual Status remove_room(std::int64_t offset, std::int64_t length) = 0;

    /// The first hole that ends behind `offset`, from there on; no bytes at the end of the file if
    /// there is none.
    virtual Result<Extent> hole_behind(std::int64_t offset) = 0;

    /// Advice: what was written to a range may go to the disk now, so that sync() will have less to
    /// wait for.
    virtual void start_writing(std::int64_t offset, std::int64_t length) = 0;

    /// Returns when what start_writing() was told of a range is on its way no more, as far as the
    /// system can tell: at once where nothing can be. Code::ewrite and its like: some of it has
    /// been lost, which sync() tells of, too.
    virtual Status finish_writing(std::int64_t offset, std::int64_t length) = 0;

    /// Returns when the data survive a power failure. Once it has failed, it fails for good: the
    /// system may have dropped the data, and a repeated call would no longer notice.
    virtual Status sync() = 0;

    /// Forgets what this host has cached of the file, so that reads see what other hosts have
    /// synced. `stale_seconds`: how long the file system may hand out what it had before,
    /// whatever a program does; the next read, or close(), waits for that time to pass. Not while a
    /// lock of lock() is held.
    virtual Status renew(double stale_seconds) = 0;

    /// Exclusive access among open files, of this and other processes, to [offset, offset +
    /// length), length > 0; waits. Locks of one handle do not exclude each other and must not
    /// overlap. The file must be writable. Code::enotsupport where the file system cannot lock.
    virtual Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) = 0;

    /// The same, but the lock lasts until it is released, whatever becomes of the handle. After
    /// renew() it excludes its own handle, too. close() then may leave the handle's other locks.
    virtual Result<std::unique_ptr<RangeLock>> hold(std::int64_t offset, std::int64_t length) = 0;

    /// Whether another open file, of this or another process, holds a lock on any byte of [offset,
    /// offset + length), length > 0. Does not wait. Code::enotsupport where the file system cannot
    /// lock.
    virtual Result<bool> is_locked(std::int64_t offset, std::int64_t length) = 0;

    /// Waits for its turn, gives `mine` up in it, and, unless another open file has a lock on any
    /// byte of `others`, gives the file its final size. Whether that was this one's to do. A turn
    /// that cannot be taken is done without; where it cannot be told whether others have locks,
    /// they have. `mine` is given up also where this fails. A file that is far away does all of it
    /// there, in one go.
    virtual Result<bool> settle_size(SizeSettling settling) = 0;

    /// Closes the handle; an error of a delayed write is reported here. The handle is closed also
    /// when this fails; closing again does nothing.
    virtual Status close() = 0;
};

}  // namespace weft::storage
