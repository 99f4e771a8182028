// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::format {

std::uint64_t HeaderCursor::integer(std::int64_t bytes) {
    std::uint64_t value = 0;
    for (const std::byte b : take(bytes)) value = (value << 8) | std::to_integer<unsigned>(b);
    return value;
}

std::span<const std::byte> HeaderCursor::take(std::int64_t length) {
    if (!ensure(length)) return {};
    const auto taken = window_.first(static_cast<std::size_t>(length));
    window_ = window_.subspan(taken.size());
    position_ += length;
    return taken;
}

std::vector<std::byte> HeaderCursor::copy(std::int64_t length) {
    std::vector<std::byte> all;
    // Grows with what arrives, not with what a file of a claimed size could hold.
    all.reserve(static_cast<std::size_t>(std::min(length, ByteSource::window_bytes)));
    for (std::int64_t left = length; left > 0 && ok();) {
        const std::span<const std::byte> piece = take(std::min(left, ByteSource::window_bytes));
        all.insert(all.end(), piece.begin(), piece.end());
        left -= static_cast<std::int64_t>(piece.size());
    }
    return all;
}

bool HeaderCursor::ensure(std::int64_t length) {
    if (!ok()) return false;
    if (std::cmp_greater_equal(window_.size(), length)) return true;
    const std::int64_t wanted = std::max(length, source_.usual_bytes());
    const auto fetched = source_.at(position_, std::clamp<std::int64_t>(bytes_left(), 0, wanted));
    if (!fetched.ok()) {
        status_ = fetched.status();
        return false;
    }
    window_ = fetched.value();
    if (std::cmp_greater_equal(window_.size(), length)) return true;
    status_ = {Code::enotnc,
               fmt::format("the file ends inside the header: {} bytes expected, {} left", length,
                           window_.size())};
    return false;
}

}  // namespace weft::format
