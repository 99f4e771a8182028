// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/bytes.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "format/sizes.hpp"
#include "storage/any_store.hpp"
#include "storage/failure.hpp"

namespace weft::tools {
namespace {

/// A range of this size is copied with calls of its own.
constexpr std::int64_t large_bytes = 128 << 10;
/// Bytes between two decisions.
constexpr std::int64_t stretch_bytes = std::int64_t{8} << 20;
constexpr std::size_t buffer_bytes = std::size_t{4} << 20;

/// The kernel, or one of the file systems, has no such call for these files.
bool is_unsupported(int error_number) {
    return error_number == ENOSYS || error_number == EXDEV || error_number == EOPNOTSUPP ||
           error_number == EINVAL || error_number == EPERM;
}

/// Whether a server may copy, as those of NFS, Ceph and SMB do. The clock would compare that with
/// bytes that are still in memory here.
bool server_may_copy(const std::string& path) {
    const auto facts = storage::AnyStore().inspect(path);
    return !facts.ok() || facts.value().coherence != storage::Coherence::coherent;
}

}  // namespace

ByteCopier::ByteCopier(CopyEnd source, CopyEnd target)
    : source_(std::move(source)),
      target_(std::move(target)),
      window_(*source_.file),
      compares_ways_(!server_may_copy(target_.path)),
      kernel_copies_(source_.descriptor >= 0 && target_.descriptor >= 0) {
    buffer_.reserve(buffer_bytes);
}

Status ByteCopier::copy(std::int64_t from, std::int64_t to, std::int64_t bytes) {
    if (bytes < large_bytes) return gather_in_buffer(from, to, bytes);
    const Status flushed = flush();
    if (!flushed.ok()) return flushed;
    return copy_large(from, to, bytes);
}

Status ByteCopier::copy_large(std::int64_t from, std::int64_t to, std::int64_t bytes) {
    using Clock = std::chrono::steady_clock;
    Status status;
    for (std::int64_t done = 0; done < bytes && status.ok();) {
        const std::int64_t part = std::min(bytes - done, stretch_bytes);
        const CopyPace::Way way = !kernel_copies_  ? CopyPace::through_memory
                                  : compares_ways_ ? pace_.way()
                                                   : CopyPace::in_kernel;
        const auto begun = Clock::now();
        status = way == CopyPace::in_kernel ? copy_in_kernel(from + done, to + done, part)
                                            : copy_through_memory(from + done, to + done, part);
        pace_.note(part, Clock::now() - begun);
        done += part;
    }
    return status;
}

Status ByteCopier::copy_in_kernel(std::int64_t from, std::int64_t to, std::int64_t bytes) {
    while (bytes > 0 && kernel_copies_) {
        off_t in = from;
        off_t out = to;
        const ssize_t moved = ::copy_file_range(source_.descriptor, &in, target_.descriptor, &out,
                                                static_cast<std::size_t>(bytes), 0);
        if (moved > 0) {
            from += moved;
            to += moved;
            bytes -= moved;
        } else if (moved == 0 || is_unsupported(errno)) {
            kernel_copies_ = false;  // some file systems copy nothing and report success
        } else if (errno != EINTR) {
            return storage::failure(storage::Operation::write, target_.path, errno,
                                    storage::Extent{.offset = to, .length = bytes});
        }
    }
    return copy_through_memory(from, to, bytes);
}

Status ByteCopier::copy_through_memory(std::int64_t from, std::int64_t to, std::int64_t bytes) {
    Status status;
    for (std::int64_t done = 0; done < bytes && status.ok();) {
        const std::int64_t part = std::min(bytes - done, ReadWindow::most);
        const auto read = window_.at(from + done, part);
        status = read.ok() ? target_.file->write_soon(to + done, read.value()) : read.status();
        done += part;
    }
    return status;
}

Status ByteCopier::gather_in_buffer(std::int64_t from, std::int64_t to, std::int64_t bytes) {
    while (bytes > 0) {
        const std::int64_t end = buffer_begin_ + std::ssize(buffer_);
        const std::int64_t gap = to - end;
        const std::int64_t room = static_cast<std::int64_t>(buffer_bytes) - std::ssize(buffer_);
        if (buffer_.empty() || gap < 0 || gap >= format::padding_unit || gap >= room) {
            const Status flushed = flush();
            if (!flushed.ok()) return flushed;
            buffer_begin_ = to;
        } else {
            // Padding, which is already zero in the target.
            buffer_.resize(buffer_.size() + static_cast<std::size_t>(gap));
        }
        const std::int64_t part =
            std::min({bytes, ReadWindow::most,
                      static_cast<std::int64_t>(buffer_bytes) - std::ssize(buffer_)});
        const auto read = window_.at(from, part);
        if (!read.ok()) return read.status();
        buffer_.insert(buffer_.end(), read.value().begin(), read.value().end());
        from += part;
        to += part;
        bytes -= part;
    }
    return {};
}

Status ByteCopier::flush() {
    const Status written = target_.file->write_soon(buffer_begin_, buffer_);
    buffer_.clear();
    return written;
}

}  // namespace weft::tools
