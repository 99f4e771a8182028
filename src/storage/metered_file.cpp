// SPDX-License-Identifier: BSD-3-Clause
#include "storage/metered_file.hpp"

#include <algorithm>

namespace weft::storage {

Status MeteredFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    const TargetMeter::Write write(meter_, std::ssize(bytes));
    return note(ForwardingFile::write_at(offset, bytes), {offset, offset + std::ssize(bytes)},
                std::ssize(bytes));
}

Status MeteredFile::write_soon(std::int64_t offset, std::span<const std::byte> bytes) {
    const TargetMeter::Write write(meter_, std::ssize(bytes));
    return note(ForwardingFile::write_soon(offset, bytes), {offset, offset + std::ssize(bytes)},
                std::ssize(bytes));
}

Status MeteredFile::write_shape(const region::FileShape& shape, std::int64_t from,
                                std::span<const std::byte> packed) {
    const TargetMeter::Write write(meter_, std::ssize(packed));
    Status written = ForwardingFile::write_shape(shape, from, packed);
    if (packed.empty()) return written;
    const std::int64_t last = shape.offset_of(from + std::ssize(packed) - 1);
    return note(std::move(written), {shape.offset_of(from), last + 1}, std::ssize(packed));
}

Status MeteredFile::note(Status written, region::Interval range, std::int64_t bytes) {
    if (!written.ok() || bytes == 0) return written;
    window_ = bytes_ == 0 ? range
                          : region::Interval{std::min(window_.begin, range.begin),
                                             std::max(window_.end, range.end)};
    bytes_ += bytes;
    if (bytes_ < window_bytes_) return written;
    meter_.follow(follower_, {window_.begin, window_.end - window_.begin}, bytes_);
    bytes_ = 0;
    return written;
}

}  // namespace weft::storage
