// SPDX-License-Identifier: BSD-3-Clause
#include "journal/moving_window.hpp"

#include <fmt/format.h>

#include <new>

namespace weft::journal {

Result<MovingWindow> MovingWindow::over(region::Interval share, std::int64_t window_bytes) {
    const std::int64_t room = std::min(window_bytes, share.end - share.begin);
    std::unique_ptr<std::byte[]> memory(new (std::nothrow)
                                            std::byte[static_cast<std::size_t>(room)]);
    if (memory == nullptr) {
        return Status(Code::enomem,
                      fmt::format("no memory for a window of {} bytes to move data; "
                                  "the hint nc_data_move_chunk_size can make it smaller",
                                  room));
    }
    return MovingWindow(share, room, std::move(memory));
}

Status read_all(storage::File& file, std::int64_t offset, std::span<std::byte> bytes) {
    const Result<std::int64_t> got = file.read_at(offset, bytes);
    if (!got.ok()) return got.status();
    if (got.value() == std::ssize(bytes)) return {};
    return {Code::eread, fmt::format("the file ends at offset {}, while its definition changes",
                                     offset + got.value())};
}

Status EarlyWriting::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    constexpr std::int64_t enough = 8 << 20;
    const Status status = file_.write_at(offset, bytes);
    if (!status.ok()) return status;
    if (bytes_ == 0) begin_ = offset;
    bytes_ += std::ssize(bytes);
    if (bytes_ >= enough) {
        file_.start_writing(begin_, offset + std::ssize(bytes) - begin_);
        bytes_ = 0;
    }
    return {};
}

}  // namespace weft::journal
