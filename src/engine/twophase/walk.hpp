// SPDX-License-Identifier: BSD-3-Clause
// Finds the bytes of a list of shapes that lie in a window, for windows that rise in the file. The
// rank that has the bytes and the aggregator that gets them walk over the same description, so that
// neither tells the other what a message contains. Pure: no communication, no files.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/request/walk.hpp"
#include "region/file_shape.hpp"

namespace weft::engine::twophase {

/// A member of a list of shapes, none of which is empty.
struct RequestShape {
    const region::FileShape* shape = nullptr;
    std::size_t piece = 0;  // the caller's own number
    /// Elements of this size belong as a whole to the window in which they begin. 1: bytes.
    std::int64_t element_bytes = 1;
};

using Share = ShareOf<const RequestShape*>;

std::int64_t bytes_of(const std::vector<Share>& shares);

/// A list in order of base().
class ListedShapes {
public:
    using Item = const RequestShape*;

    /// The list outlives this.
    explicit ListedShapes(const std::vector<RequestShape>& list);

    [[nodiscard]] std::size_t size() const { return rising_.size(); }
    [[nodiscard]] Item item(std::size_t number) const { return rising_[number]; }
    [[nodiscard]] const region::FileShape& shape(std::size_t number) const {
        return *rising_[number]->shape;
    }
    [[nodiscard]] std::int64_t element_bytes(std::size_t number) const {
        return rising_[number]->element_bytes;
    }

private:
    std::vector<const RequestShape*> rising_;
};

using ListWalk = Walk<ListedShapes>;

/// Calls `use(share, from, to, packed)` for each share that lies in [begin, end) of a buffer that
/// has the shares one behind the other. Byte `packed` of the buffer is byte `from` of the share's
/// shape; the bytes go up to `to`.
template <class Use>
void for_each_packed(const std::vector<Share>& shares, std::int64_t begin, std::int64_t end,
                     Use&& use) {
    std::int64_t packed = 0;
    for (const Share& share : shares) {
        if (packed >= end) return;
        const std::int64_t first = std::max(begin, packed);
        const std::int64_t last = std::min(end, packed + share.to - share.from);
        if (first < last)
            use(share, share.from + (first - packed), share.from + (last - packed), first);
        packed += share.to - share.from;
    }
}

}  // namespace weft::engine::twophase
