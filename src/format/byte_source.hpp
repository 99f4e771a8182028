// SPDX-License-Identifier: BSD-3-Clause
// Where a reader of headers gets its bytes from: memory here, a file in the folders that know
// files.
#pragma once

#include "base/result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::format {

/// Readers ask for at most `window_bytes` at a time and move forward only, so a source over a file
/// needs one buffer of that size and one read per call.
class ByteSource {
public:
    static constexpr std::int64_t window_bytes = 64 * 1024;

    virtual ~ByteSource() = default;

    /// The `length` bytes (0..window_bytes) at `offset` (>= 0), fewer only where the file ends.
    /// Valid until the next call. A failure is passed on by the reader as it is.
    virtual Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) = 0;

    /// How much to ask for at `offset` where less would do (1..window_bytes).
    [[nodiscard]] virtual std::int64_t usual_bytes(std::int64_t offset) const {
        static_cast<void>(offset);
        return window_bytes;
    }
};

/// Bytes that are in memory already and outlive the source.
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
