// SPDX-License-Identifier: BSD-3-Clause
#include "storage/read_window.hpp"

#include <algorithm>

namespace weft::storage {
namespace {

/// Reading so many unneeded bytes costs less than another system call.
constexpr std::int64_t near_bytes = 32 << 10;

}  // namespace

Result<std::span<const std::byte>> ReadWindow::at(std::int64_t offset, std::int64_t bytes) {
    if (offset < begin_ || offset + bytes > end_) {
        // A reader that continues close to the end of its last read will do so again.
        const bool reads_on = offset >= begin_ && offset < end_ + near_bytes;
        const std::int64_t wanted = reads_on ? most : bytes;
        if (std::ssize(buffer_) < wanted) buffer_.resize(static_cast<std::size_t>(wanted));
        const auto room = std::span(buffer_).first(static_cast<std::size_t>(wanted));
        const Result<std::int64_t> got = file_.read_at(offset, room);
        if (!got.ok()) return got.status();
        std::fill(room.begin() + got.value(), room.end(), std::byte{0});
        begin_ = offset;
        end_ = offset + wanted;
    }
    return std::span<const std::byte>(buffer_).subspan(static_cast<std::size_t>(offset - begin_),
                                                       static_cast<std::size_t>(bytes));
}

}  // namespace weft::storage
