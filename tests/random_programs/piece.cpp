// SPDX-License-Identifier: BSD-3-Clause
//
// The elements of a call, of one selection or of a list of blocks.
#include <algorithm>

#include "steps.hpp"

namespace random_programs {

Index element_count(const Piece& piece) {
    if (piece.kind != Kind::varn) return piece.selection.element_count();
    Index count = 0;
    for (const Selection& block : piece.blocks) count += block.element_count();
    return count;
}

std::vector<Index> linear_indices(const Piece& piece, const Shape& shape) {
    if (piece.kind != Kind::varn) return linear_indices(piece.selection, shape);
    std::vector<Index> all;
    for (const Selection& block : piece.blocks) {
        const std::vector<Index> indices = linear_indices(block, shape);
        all.insert(all.end(), indices.begin(), indices.end());
    }
    return all;
}

Index records_end(const Piece& piece) {
    const auto end_of = [](const Selection& one) {
        return one.element_count() == 0 ? 0 : one.end(0);
    };
    if (piece.kind != Kind::varn) return end_of(piece.selection);
    Index end = 0;
    for (const Selection& block : piece.blocks) end = std::max(end, end_of(block));
    return end;
}

}  // namespace random_programs
