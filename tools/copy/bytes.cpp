// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/bytes.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "storage/any_store.hpp"
#include "storage/failure.hpp"

namespace weft::tools {
namespace {

/// The least number of bytes for which it is worthwhile to ask the kernel.
constexpr std::int64_t large_bytes = 128 << 10;
/// The number of bytes between two decisions.
constexpr std::int64_t stretch_bytes = std::int64_t{8} << 20;
/// The size of the buffer, which is small enough to stay in a cache near the processor.
constexpr std::int64_t buffer_bytes = 256 << 10;

/// Whether the kernel, or one of the file systems, has no such call for these files.
bool is_unsupported(int error_number) {
    return error_number == ENOSYS || error_number == EXDEV || error_number == EOPNOTSUPP ||
           error_number == EINVAL || error_number == EPERM;
}

/// Whether a server may make the copy, as those of NFS, Ceph and SMB do. The clock would compare
/// that with bytes that are still in memory here.
bool server_may_copy(const std::string& path) {
    const auto facts = storage::AnyStore().inspect(path);
    return !facts.ok() || facts.value().coherence != storage::Coherence::coherent;
}

}  // namespace

ByteCopier::ByteCopier(CopyEnd source, CopyEnd target)
    : source_(std::move(source)),
      target_(std::move(target)),
      compares_ways_(!server_may_copy(target_.path)),
      kernel_copies_(source_.descriptor >= 0 && target_.descriptor >= 0),
      buffer_(buffer_bytes) {}

Status ByteCopier::copy(std::int64_t offset, std::int64_t bytes) {
    using Clock = std::chrono::steady_clock;
    Status status;
    for (std::int64_t done = 0; done < bytes && status.ok();) {
        const std::int64_t part = std::min(bytes - done, stretch_bytes);
        const bool may_ask = kernel_copies_ && bytes >= large_bytes;
        const CopyPace::Way way = !may_ask         ? CopyPace::through_memory
                                  : compares_ways_ ? pace_.way()
                                                   : CopyPace::in_kernel;
        const auto begun = Clock::now();
        status = way == CopyPace::in_kernel ? copy_in_kernel(offset + done, part)
                                            : copy_through_memory(offset + done, part);
        pace_.note(part, Clock::now() - begun);
        done += part;
    }
    return status;
}

Status ByteCopier::copy_in_kernel(std::int64_t offset, std::int64_t bytes) {
    while (bytes > 0 && kernel_copies_) {
        off_t in = offset;
        off_t out = offset;
        const ssize_t moved = ::copy_file_range(source_.descriptor, &in, target_.descriptor, &out,
                                                static_cast<std::size_t>(bytes), 0);
        if (moved > 0) {
            offset += moved;
            bytes -= moved;
        } else if (moved == 0 || is_unsupported(errno)) {
            kernel_copies_ = false;  // some file systems copy nothing and report success
        } else if (errno != EINTR) {
            return storage::failure(storage::Operation::write, target_.path, errno,
                                    storage::Extent{.offset = offset, .length = bytes});
        }
    }
    return copy_through_memory(offset, bytes);
}

Status ByteCopier::copy_through_memory(std::int64_t offset, std::int64_t bytes) {
    Status status;
    while (bytes > 0 && status.ok()) {
        const std::int64_t part = std::min(bytes, buffer_bytes);
        const auto room = std::span(buffer_).first(static_cast<std::size_t>(part));
        const Result<std::int64_t> got = source_.file->read_at(offset, room);
        if (!got.ok()) return got.status();
        std::fill(room.begin() + got.value(), room.end(), std::byte{0});
        status = target_.file->write_soon(offset, room);
        offset += part;
        bytes -= part;
    }
    return status;
}

}  // namespace weft::tools
