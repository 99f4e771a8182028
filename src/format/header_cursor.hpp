// SPDX-License-Identifier: BSD-3-Clause
// Reads a header from front to back: big-endian fields from a window over the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/big_endian.hpp"
#include "base/result.hpp"
#include "format/byte_source.hpp"
#include "model/schema.hpp"

namespace weft::format {

inline std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads the fields of a header. After a read past the end of the file, or a failure of the source,
/// every field is zero and every run of bytes is empty: a caller may read a group of fields and
/// then ask ok() once, before it uses them.
class HeaderCursor {
public:
    HeaderCursor(ByteSource& source, std::int64_t file_bytes)
        : source_(source), file_bytes_(file_bytes) {}

    [[nodiscard]] std::int64_t position() const { return position_; }
    [[nodiscard]] std::int64_t bytes_left() const { return file_bytes_ - position_; }
    /// How many of the file's bytes have been read.
    [[nodiscard]] std::int64_t bytes_at_hand() const { return std::ssize(window_); }
    [[nodiscard]] bool ok() const { return status_.ok(); }
    /// `enotnc` if the file ended, or the failure of the source.
    [[nodiscard]] const Status& status() const { return status_; }

    std::uint32_t word() { return big_endian<std::uint32_t>(); }
    /// An integer of 4 or 8 bytes.
    std::uint64_t integer(std::int64_t bytes) {
        return bytes == 8 ? big_endian<std::uint64_t>() : word();
    }
    /// The next bytes, at most one window; valid until the next read.
    std::span<const std::byte> take(std::int64_t length) {
        if (std::cmp_less(window_.size(), length) && !fetch(length)) return {};
        const auto taken = window_.first(static_cast<std::size_t>(length));
        window_ = window_.subspan(taken.size());
        position_ += length;
        return taken;
    }
    /// The same for any length.
    void copy(std::int64_t length, model::Values& values);

private:
    template <class Integer>
    Integer big_endian() {
        const std::span<const std::byte> bytes = take(sizeof(Integer));
        return bytes.empty() ? 0 : from_big_endian<Integer>(bytes.data());
    }
    bool fetch(std::int64_t length);

    ByteSource& source_;
    std::int64_t file_bytes_;
    std::int64_t position_ = 0;
    std::span<const std::byte> window_;  // begins at position_; empty after a failure
    Status status_;
};

}  // namespace weft::format
