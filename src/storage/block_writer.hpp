// SPDX-License-Identifier: BSD-3-Clause
// Writes of any size at rising offsets, gathered into large ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"

namespace weft::storage {

class BlockWriter {
public:
    explicit BlockWriter(File& file) : file_(file) {}

    /// Puts bytes. If they lie shortly behind the last ones, they are written together with them
    /// and with the file's bytes in between. Offsets may fall back at any time.
    Status put(std::int64_t offset, std::span<const std::byte> bytes);
    Status flush();

private:
    Status bridge(std::size_t gap);

    File& file_;
    std::int64_t begin_ = 0;         // file offset of block_[0]
    std::vector<std::byte> block_;   // to be written
    std::vector<std::byte> behind_;  // the file's bytes behind the block, once read
    std::int64_t behind_begin_ = -1;
};

}  // namespace weft::storage
