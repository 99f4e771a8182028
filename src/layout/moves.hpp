// SPDX-License-Identifier: BSD-3-Clause
// What must move when a header grows: old data from their old places to their new ones, never
// towards the front.
#pragma once

#include <cstdint>
#include <vector>

#include "format/schema.hpp"
#include "layout/layout.hpp"

namespace weft::layout {

/// `count` blocks of `length` bytes; block k goes from `from + k * from_pitch` to `to + k *
/// to_pitch`, to >= from.
struct Move {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t length = 0;
    std::int64_t count = 1;
    std::int64_t from_pitch = 0;
    std::int64_t to_pitch = 0;

    [[nodiscard]] std::int64_t bytes() const { return length * count; }
};

/// The moves from `old` to `now`, in rising order of file offset, with `record_count` records. Data
/// that stay where they are do not appear.
std::vector<Move> moves_between(const format::Schema& old, const Layout& old_layout,
                                const format::Schema& now, const Layout& layout,
                                std::int64_t record_count);

/// A part of one block.
struct Stretch {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t length = 0;
};

/// The bytes [begin, end) of all moves laid end to end, as stretches in rising order.
std::vector<Stretch> stretches_of(const std::vector<Move>& moves, std::int64_t begin,
                                  std::int64_t end);

}  // namespace weft::layout
