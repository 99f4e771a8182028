// SPDX-License-Identifier: BSD-3-Clause
// A byte-addressed file: the only interface to stored bytes. Remote files, and in tests faults and
// slow devices, plug in here. No function has a default, because a file that wraps another could
// then forget to forward it. A file of its own is a LeafFile; one that changes another is a
// ForwardingFile.
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

/// An open file: a handle of one rank. Nothing here communicates. Calls from several threads are
/// not synchronised. Failures to read or measure are Code::eread; failures to write, cut, sync or
/// close are Code::ewrite, or Code::eno_space, Code::equota, Code::enomem where those are the
/// cause.
class File {
public:
    virtual ~File() = default;  // closes when close() was not called; an error is then lost

    /// Reads until `bytes` is full or the file ends, and returns how many bytes were read: fewer
    /// only at the end of the file. Holes read as zeros.
    virtual Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) = 0;

    /// Writes all of `bytes`, or fails. Interrupted and short system calls are continued. After a
    /// failure any part of the range may have been written. Without bytes it has no effect, not
    /// even on the size.
    virtual Status write_at(std::int64_t offset, std::span<const std::byte> bytes) = 0;

    /// Like write_at(), but may return before the bytes are stored. It copies the bytes, so their
    /// memory can be used again at once. settle() reports a failure then. All calls of this handle
    /// behave as if the bytes were stored; settle before another handle reads them, and before a
    /// lock is released.
    virtual Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) = 0;

    /// Writes the bytes of the shape's stream from `from` on in one call, however many runs they
    /// are; `packed` has them one run after the other. Otherwise as write_soon().
    virtual Status write_shape(const region::FileShape& shape, std::int64_t from,
                               std::span<const std::byte> packed) = 0;

    /// Reads such bytes from the file; bytes behind the end of the file are zero.
    virtual Status read_shape(const region::FileShape& shape, std::int64_t from,
                              std::span<std::byte> packed) = 0;

    /// Waits until all bytes of write_soon() and write_shape() are stored as by write_at(). Reports
    /// the first failure since the last settle(), sync() or close(), which report it, too. The
    /// writes that did not fail are stored all the same.
    virtual Status settle() = 0;

    /// The checksum of the bytes [offset, offset + length), length >= 0: of fewer bytes only where
    /// the file ends. A remote file computes it without sending the bytes.
    virtual Result<Checksum> checksum(std::int64_t offset, std::int64_t length) = 0;

    /// Advice: the range will be read soon.
    virtual void will_read(std::int64_t offset, std::int64_t length) = 0;

    virtual Result<std::int64_t> size() = 0;

    /// A number that identifies the file in its file system, on every host; 0 if there is none.
    virtual Result<std::uint64_t> identity() = 0;

    /// Shortens the file, or extends it with zeros that need not occupy space.
    virtual Status resize(std::int64_t bytes) = 0;

    /// Lays a new file (Intent::striped) out on storage targets, as far as its file system has
    /// targets and grants the wish, and returns the layout. Does nothing to any other file.
    virtual Result<Striping> stripe(const StripingWish& wish) = 0;

    /// Reserves space on the disk for a range, so that later writes there do not find the disk
    /// full. The size of the file stays. Does nothing if the file system has no such call.
    virtual Status reserve(std::int64_t offset, std::int64_t length) = 0;

    /// The block size by which room can be inserted; 0 if it cannot, or if a power failure during
    /// it may do worse than insert_room() says.
    virtual Result<std::int64_t> insertion_block() = 0;

    /// Moves the bytes behind `offset` up by `length` bytes without copying them, and leaves a
    /// hole. Both numbers are whole blocks, and the file is longer than `offset`. A power failure
    /// before the next sync() leaves the old file, or a longer one whose hole is at `offset` or at
    /// any block behind it; bytes written meanwhile outside the hole may be there, in their blocks.
    /// After a failure the size tells whether the insertion has begun.
    virtual Status insert_room(std::int64_t offset, std::int64_t length) = 0;

    /// Removes a range and moves the bytes behind it down. A power failure before the next sync()
    /// leaves the old file, perhaps with a hole in the range; or a file of the old length whose
    /// hole, as long as the range, is anywhere behind the beginning of the range; or the shorter
    /// file.
    virtual Status remove_room(std::int64_t offset, std::int64_t length) = 0;

    /// The first hole that ends behind `offset`, from `offset` on; an empty one at the end of the
    /// file if there is none.
    virtual Result<Extent> hole_behind(std::int64_t offset) = 0;

    /// Advice: bytes written to a range may go to the disk now, so that sync() has less to wait
    /// for.
    virtual void start_writing(std::int64_t offset, std::int64_t length) = 0;

    /// Waits until the writes that start_writing() has begun in a range are over, as far as the
    /// system can tell; returns at once if it cannot. Code::ewrite and its like: some bytes are
    /// lost, which sync() reports, too.
    virtual Status finish_writing(std::int64_t offset, std::int64_t length) = 0;

    /// Returns when the data survive a power failure. Once it has failed, it fails for good: the
    /// system may have dropped the data, and a repeated call would no longer notice.
    virtual Status sync() = 0;

    /// Drops this host's cache of the file, so that reads see what other hosts have synced.
    /// `stale_seconds`: how long the file system may still return old bytes; the next read, or
    /// close(), waits for that time to pass. Must not be called while a lock of lock() is held.
    virtual Status renew(double stale_seconds) = 0;

    /// A lock on [offset, offset + length), length > 0, which excludes other open files of this and
    /// other processes; waits. Locks of one handle do not exclude each other and must not overlap.
    /// The file must be writable. Code::enotsupport if the file system cannot lock.
    virtual Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) = 0;

    /// The same for a lock that only tells others something, and guards no bytes: nobody need wait
    /// for what was written before.
    virtual Result<std::unique_ptr<RangeLock>> mark(std::int64_t offset, std::int64_t length) {
        return lock(offset, length);
    }

    /// The same as lock(), but the lock lasts until it is released, also after the handle's
    /// close(). After renew() it excludes its own handle, too. close() may then keep the handle's
    /// other locks.
    virtual Result<std::unique_ptr<RangeLock>> hold(std::int64_t offset, std::int64_t length) = 0;

    /// Whether another open file, of this or another process, holds a lock on any byte of [offset,
    /// offset + length), length > 0. Does not wait. Code::enotsupport if the file system cannot
    /// lock.
    virtual Result<bool> is_locked(std::int64_t offset, std::int64_t length) = 0;

    /// Waits for its turn, releases the lock `mine` in it, and, unless another open file has a lock
    /// on any byte of `others`, sets the final size of the file; returns whether it has. If the
    /// turn cannot be locked, it goes on without; if locks of others cannot be tested, it assumes
    /// that there are some. Releases `mine` also on failure. A remote file does all this in one
    /// request.
    virtual Result<bool> settle_size(SizeSettling settling) = 0;

    /// Closes the handle; an error of a delayed write is reported here. The handle is closed also
    /// when this fails; closing again does nothing.
    virtual Status close() = 0;
};

}  // namespace weft::storage
