// SPDX-License-Identifier: BSD-3-Clause
// What must move when a header grows: old data from their old to their new places, never towards
// the front.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.hpp"
#include "layout/layout.hpp"
#include "model/schema.hpp"

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
    /// The ends of the last block: the old and the new one.
    [[nodiscard]] std::int64_t from_end() const { return from + (count - 1) * from_pitch + length; }
    [[nodiscard]] std::int64_t to_end() const { return to + (count - 1) * to_pitch + length; }
};

/// The moves from `old` to `now`, in rising order of file offset, for `record_count` records. Data
/// that keep their place are not listed.
std::vector<Move> moves_between(const model::Schema& old, const Layout& old_layout,
                                const Layout& layout, std::int64_t record_count);

/// A part of one block.
struct MovePart {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t length = 0;
};

/// Calls `use` for the bytes [begin, end) of all moves laid end to end, in rising order, until a
/// call fails. Returns the status of the last call.
Status each_move_part(const std::vector<Move>& moves, std::int64_t begin, std::int64_t end,
                      const std::function<Status(const MovePart&)>& use);

}  // namespace weft::layout
