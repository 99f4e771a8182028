// SPDX-License-Identifier: BSD-3-Clause
// Which elements of an access to a divided variable are in each part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/short_array.hpp"
#include "layout/layout.hpp"
#include "model/schema.hpp"
#include "parts/ranges.hpp"
#include "parts/table.hpp"
#include "region/file_shape.hpp"

namespace weft::parts {

/// Some elements of a variable; `start`, `count` and `stride` have an entry for each dimension.
struct Block {
    const std::int64_t* start;
    const std::int64_t* count;
    const std::int64_t* stride;
};

/// Element i of the shape's buffer stream is element `first_element + i` of the block's.
struct Share {
    region::FileShape file;
    std::int64_t first_element = 0;
};

/// The elements of a variable in a part: records, if the variable has any, and indices of the
/// divided dimension.
struct Cell {
    region::Interval records;
    region::Interval indices;
};

/// A part's share of a block as a block of its variable there, and the element of the whole block
/// that is its first.
struct ShareAsBlock {
    ShortArray<std::int64_t, 8> start;
    ShortArray<std::int64_t, 8> count;  // empty: the part has none of the block
    std::int64_t first_element = 0;
};
ShareAsBlock share_as_block(const Block& block, std::size_t rank, bool has_records, int position,
                            const Cell& cell);

/// A part's share of a block that is divided at `position`; may be empty.
Share share_of(const Block& block, int position, const Cell& cell, const layout::Place& place);

/// The division of the elements of a variable, which are counted in row-major order.
struct Stripes {
    Ranges ranges;
    std::int64_t length;  // of the divided dimension
    std::int64_t inner;   // elements for each of its indices
    // The begins of epochs, in steps of the dimensions in front of the divided one.
    std::vector<std::int64_t> epochs = {0};

    static Stripes of(const model::Schema& whole, const Table& table, int variable);

    /// Calls `use(part, first, length, into)` for `length` adjacent elements of a part, from
    /// `first` on, counted through its variable; they are those of the run from `into` on.
    template <class Use>
    void visit(std::int64_t run_first, std::int64_t run_length, Use&& use) const {
        std::int64_t element = run_first;
        while (element < run_first + run_length) {
            const std::int64_t outer = element / (inner * length);
            const std::int64_t index = element / inner % length;
            const auto epoch = std::ranges::upper_bound(epochs, outer) - epochs.begin() - 1;
            const int number = ranges.part_of(index);
            const int part = static_cast<int>(epoch) * ranges.part_count() + number;
            const region::Interval range = ranges.of_part(number);
            const std::int64_t begin = (outer * length + range.begin) * inner;
            const std::int64_t end =
                std::min(run_first + run_length, (outer * length + range.end) * inner);
            const std::int64_t step = outer - epochs[static_cast<std::size_t>(epoch)];
            use(part, step * range.length() * inner + element - begin, end - element,
                element - run_first);
            element = end;
        }
    }
};

}  // namespace weft::parts
