// SPDX-License-Identifier: BSD-3-Clause
// Reads of a file in rising order through one buffer: many small adjacent ones cost one system
// call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"

namespace weft::storage {

class ReadWindow {
public:
    static constexpr std::int64_t most = 256 << 10;

    /// `file` must outlive the window.
    explicit ReadWindow(File& file) : file_(file) {}

    /// The `bytes` (1..most) at `offset`, zeros behind the end of the file. Valid until the next
    /// call.
    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t bytes);

private:
    File& file_;
    std::vector<std::byte> buffer_;
    std::int64_t begin_ = 0;
    std::int64_t end_ = 0;
};

}  // namespace weft::storage
