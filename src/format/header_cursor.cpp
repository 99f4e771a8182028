// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace weft::format {

void HeaderCursor::copy(std::int64_t length, model::Values& values) {
    if (length <= ByteSource::window_bytes) {
        const std::span<const std::byte> bytes = take(length);
        std::ranges::copy(bytes, values.renew(bytes.size()));
        return;
    }
    std::vector<std::byte> all;
    // Grows with the bytes that arrive, not with the claimed size.
    all.reserve(ByteSource::window_bytes);
    for (std::int64_t left = length; left > 0 && ok();) {
        const std::span<const std::byte> piece = take(std::min(left, ByteSource::window_bytes));
        all.insert(all.end(), piece.begin(), piece.end());
        left -= static_cast<std::int64_t>(piece.size());
    }
    values = std::span<const std::byte>(all);
}

/// Extends the window to `length` bytes at least.
bool HeaderCursor::fetch(std::int64_t length) {
    if (!ok()) return false;
    const std::int64_t wanted = std::max(length, source_.usual_bytes(position_));
    const auto fetched = source_.at(position_, std::clamp<std::int64_t>(bytes_left(), 0, wanted));
    window_ = fetched.ok() ? fetched.value() : std::span<const std::byte>();
    if (fetched.ok() && std::cmp_greater_equal(window_.size(), length)) return true;
    status_ =
        fetched.ok()
            ? Status(Code::enotnc,
                     fmt::format("the file ends inside the header: {} bytes expected, {} left",
                                 length, window_.size()))
            : fetched.status();
    window_ = {};
    return false;
}

}  // namespace weft::format
