// SPDX-License-Identifier: BSD-3-Clause
// Which bytes of a list of shapes lie in a window, for windows that rise in the file. The rank that
// has the bytes and the aggregator that gets them both walk over the same description, so that
// neither has to tell the other what a message contains. Pure: no communication, no files.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "region/file_shape.hpp"

namespace weft::engine::twophase {

/// A member of a list of shapes, none of which is empty.
struct RequestShape {
    const region::FileShape* shape = nullptr;
    std::size_t piece = 0;  // the caller's own number
    /// Whole elements of this size belong to the window in which they begin. 1: bytes.
    std::int64_t element_bytes = 1;
};

/// Bytes [from, to) of a shape's stream, from < to.
struct Share {
    const RequestShape* item = nullptr;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

std::int64_t bytes_of(const std::vector<Share>& shares);

class Walk {
public:
    /// The list must stay.
    explicit Walk(const std::vector<RequestShape>& list);

    /// The offset of the first element that begins at or behind `offset`, which must not be less
    /// than in the call before.
    [[nodiscard]] std::optional<std::int64_t> seek(std::int64_t offset);

    /// The shares of what begins in [begin, end), in order of the list. Windows must rise.
    std::vector<Share> take(std::int64_t begin, std::int64_t end);

private:
    /// A shape that has begun and has bytes left.
    struct Rest {
        std::int64_t offset = 0;  // of its next element in the file
        std::int64_t from = 0;    // of that element in its stream
        const RequestShape* item = nullptr;
    };
    static bool is_later(const Rest& a, const Rest& b) { return a.offset > b.offset; }
    void push(const RequestShape& item, std::int64_t position);
    Rest pop();
    void begin_shapes_below(std::int64_t offset);

    std::vector<const RequestShape*> rising_;  // in order of base()
    std::size_t next_ = 0;                     // the first that has not begun
    std::vector<Rest> rests_;  // a heap, the one with the lowest offset at the front
};

/// Calls `use(share, from, to, packed)` for what lies in [begin, end) when the shares are packed
/// one behind the other: bytes [from, to) of the share's shape, the first of which is byte
/// `packed` of all.
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
