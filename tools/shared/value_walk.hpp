// SPDX-License-Identifier: BSD-3-Clause
// The values of several variables of a dataset as one stream (walk.hpp): records in groups, so that
// one access reads many small ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/shared/input.hpp"
#include "tools/shared/walk.hpp"

namespace weft::tools {

/// A slab of a walk: the values of a variable, or those of a group of records.
struct ValueSlab {
    std::size_t position = 0;  // of the variable among those of the walk
    std::int64_t first = 0;    // the number of the first value; of a group, in the first group
    std::int64_t count = 0;
    std::int64_t step = 0;  // from one group to the next
};

class ValueWalk {
public:
    /// Walks over the variables `ids` of a dataset, and so many records of it. Groups depend on the
    /// definition of the dataset only.
    ValueWalk(const model::Schema& schema, const std::vector<int>& ids, std::int64_t records);

    [[nodiscard]] const Walk& walk() const { return walk_; }
    [[nodiscard]] const ValueSlab& slab(const WalkPiece& piece) const { return slabs_[piece.slab]; }
    /// The number of the first value of the piece's slab.
    [[nodiscard]] std::int64_t first_of(const WalkPiece& piece) const {
        return slab(piece).first + piece.record * slab(piece).step;
    }

private:
    std::vector<ValueSlab> slabs_;  // in the order of the walk
    Walk walk_;
};

}  // namespace weft::tools
