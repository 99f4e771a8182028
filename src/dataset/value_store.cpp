// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/value_store.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace weft::dataset {
namespace {

constexpr std::int64_t alignment = 8;  // of the largest element

KeptValues allocated(std::int64_t bytes) {
    return std::make_shared_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes));
}

}  // namespace

/// Blocks grow with what is posted, so that a request alone costs little.
KeptValues ValueStore::room(std::int64_t bytes) {
    if (bytes > first_block) return allocated(bytes);
    if (used_bytes_ + bytes > block_bytes_) {
        const std::int64_t next = std::clamp(2 * block_bytes_, first_block, largest_block);
        block_ = allocated(next);
        block_bytes_ = next;
        used_bytes_ = 0;
    }
    KeptValues values(block_, block_.get() + used_bytes_);
    used_bytes_ = round_up(used_bytes_ + bytes, alignment);
    return values;
}

void ValueStore::clear() {
    block_ = nullptr;
    block_bytes_ = used_bytes_ = 0;
}

}  // namespace weft::dataset
