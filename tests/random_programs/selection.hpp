// SPDX-License-Identifier: BSD-3-Clause
//
// Regular selections of elements of a variable and ways to divide one among several calls.
#pragma once

#include <string>
#include <vector>

#include "types.hpp"

namespace random_programs {

// start, count and stride of each dimension; empty for a scalar, which has one element.
struct Selection {
    std::vector<Index> start;
    std::vector<Index> count;
    std::vector<Index> stride;

    Index element_count() const;
    bool has_stride() const;                 // a stride other than one that matters
    Index end(std::size_t dimension) const;  // one past the last index; start when empty
};

using Shape = std::vector<Index>;

Index product(const Shape& shape);

Selection whole(const Shape& shape);

// The empty selection at the origin.
Selection nothing(std::size_t dimension_count);

// A selection inside `shape`, of at most `most_elements`. Empty if the shape is.
Selection draw_selection(Random& random, const Shape& shape, bool strides, Index most_elements);

// Divides a selection into at most `parts` disjoint ones along a drawn dimension: in blocks or in
// turn.
std::vector<Selection> divide(Random& random, const Selection& whole, int parts, bool strides);

// The linear indices of the selected elements, in the order of the request.
std::vector<Index> linear_indices(const Selection& selection, const Shape& shape);

// An imap for the selection: a permutation of the dimensions, possibly with gaps between elements.
std::vector<Index> draw_imap(Random& random, const Shape& count, bool gaps);

// The position in memory of each element of the request under that imap, in elements.
std::vector<Index> mapped_positions(const Shape& count, const std::vector<Index>& imap);

std::string text_of(const std::vector<Index>& numbers);

}  // namespace random_programs
