// SPDX-License-Identifier: BSD-3-Clause
// Random file views, one for each rank, that have no byte in common.
#pragma once

#include "random_types.hpp"

namespace mpiio {

struct View {
    std::int64_t displacement;
    Datatype etype;
    Datatype filetype;
    bool rises;  // also from one tile to the next

    /// The position in the file of the `index`th byte of the view's data.
    [[nodiscard]] std::int64_t position(std::int64_t index) const {
        return displacement + filetype.byte(index);
    }
    /// The first etype that begins at the file's end or behind it; of views that rise.
    [[nodiscard]] std::int64_t end_offset(std::int64_t file_size) const;
    [[nodiscard]] std::string text() const;
};

struct Place {
    std::int64_t origin = 0;     // no displacement is less
    std::int64_t stretch = 1;    // at least so many bytes lie between tiles, which then rise
    std::int64_t skip = 0;       // in etypes: nothing is written before
    bool any_memory = true;      // of other shapes than etypes in a row, too
    bool past_end = true;        // reads may reach over the end of the file
    bool may_reach = true;       // tiles may reach into the next ones
    bool may_convert = true;     // values may lie in the file in external32
    std::int64_t longest = 512;  // in etypes: more is never written from there on
};

/// As many views as there are ranks.
std::vector<View> disjoint_views(Random& random, int ranks, const Datatype& etype,
                                 const Place& place);

}  // namespace mpiio
