// SPDX-License-Identifier: BSD-3-Clause
// The source of a header's bytes: memory here, a file in the rooms that know files.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.hpp"

namespace weft::format {

/// Readers ask for at most `window_bytes` at a time and move only forward, so a source over a file
/// needs one buffer of that size and one read per call.
class ByteSource {
public:
    static constexpr std::int64_t window_bytes = 64 * 1024;

    virtual ~ByteSource() = default;

    /// The `length` bytes (0..window_bytes) at `offset` (>= 0), fewer only at the end of the file.
    /// Valid until the next call. The reader returns a failure unchanged.
    virtual Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) = 0;

    /// How many bytes (1..window_bytes) to ask for at `offset` if fewer are needed.
    [[nodiscard]] virtual std::int64_t usual_bytes(std::int64_t offset) const {
        static_cast<void>(offset);
        return window_bytes;
    }
};

/// Bytes that are already in memory and outlive the source.
class MemorySource final : public ByteSource {
public:
    explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes) {}

    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override {
        const auto size = static_cast<std::int64_t>(bytes_.size());
        const std::int64_t first = std::min(offset, size);
        const std::int64_t count = std::min(length, size - first);
        return bytes_.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace weft::format
