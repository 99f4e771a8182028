// SPDX-License-Identifier: BSD-3-Clause
// The front-to-back reading of a header: big-endian fields out of a window over the file.
#pragma once

#include "base/result.hpp"
#include "format/byte_source.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::format {

/// Once a read went past the end of the file, or the source failed, every field is zero and every
/// run of bytes is empty: a caller may read a group of fields and ask ok() once, before it uses
/// them.
class HeaderCursor {
public:
    HeaderCursor(ByteSource& source, std::int64_t file_bytes)
        : source_(source), file_bytes_(file_bytes) {}

    [[nodiscard]] std::int64_t position() const { return position_; }
    [[nodiscard]] std::int64_t bytes_left() const { return file_bytes_ - position_; }
    [[nodiscard]] bool ok() const { return status_.ok(); }
    /// `enotnc` when the file ended, or the failure of the source.
    [[nodiscard]] const Status& status() const { return status_; }

    std::uint32_t word() { return static_cast<std::uint32_t>(integer(4)); }
    /// An integer of 4 or 8 bytes.
    std::uint64_t integer(std::int64_t bytes);
    /// The next bytes, at most a window of them; valid until the next read.
    std::span<const std::byte> take(std::int64_t length);
    /// The same for any length, copied.
    std::vector<std::byte> copy(std::int64_t length);

private:
    bool ensure(std::int64_t length);

    ByteSource& source_;
    std::int64_t file_bytes_;
    std::int64_t position_ = 0;
    std::span<const std::byte> window_;  // begins at position_
    Status status_;
};

}  // namespace weft::format
