// SPDX-License-Identifier: BSD-3-Clause
#include "storage/block_writer.hpp"

#include <algorithm>

namespace weft::storage {
namespace {

constexpr std::size_t block_bytes = 256 << 10;
/// Reading and rewriting so many bytes between two pieces costs less than another write.
constexpr std::int64_t small_gap = 4 << 10;

}  // namespace

Status BlockWriter::put(std::int64_t offset, std::span<const std::byte> bytes) {
    const std::int64_t gap = offset - begin_ - static_cast<std::int64_t>(block_.size());
    const bool goes_on =
        !block_.empty() && block_.size() < block_bytes && gap >= 0 && gap <= small_gap;
    Status status;
    if (!goes_on) {
        status = flush();
        begin_ = offset;
    } else if (gap > 0) {
        status = bridge(static_cast<std::size_t>(gap));
    }
    if (status.ok()) block_.insert(block_.end(), bytes.begin(), bytes.end());
    return status;
}

/// Appends the next `gap` bytes of the file. They are read ahead, once for a whole block; this
/// block's own bytes are never among them, because offsets rise within a block.
Status BlockWriter::bridge(std::size_t gap) {
    const std::int64_t from = begin_ + static_cast<std::int64_t>(block_.size());
    const bool is_known = behind_begin_ >= 0 && from >= behind_begin_ &&
                          from + static_cast<std::int64_t>(gap) <=
                              behind_begin_ + static_cast<std::int64_t>(behind_.size());
    if (!is_known) {
        behind_.assign(block_bytes, std::byte{0});
        const Result<std::int64_t> stored = file_.read_at(from, behind_);
        if (!stored.ok()) return stored.status();
        behind_begin_ = from;
    }
    const auto* const first = behind_.data() + (from - behind_begin_);
    block_.insert(block_.end(), first, first + gap);
    return {};
}

Status BlockWriter::flush() {
    behind_begin_ = -1;
    if (block_.empty()) return {};
    const Status status = file_.write_at(begin_, block_);
    block_.clear();
    return status;
}

}  // namespace weft::storage
