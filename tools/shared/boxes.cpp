// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/boxes.hpp"

#include <algorithm>

namespace weft::tools {

std::int64_t IndexBox::elements() const {
    std::int64_t product = 1;
    for (const std::int64_t length : count) product *= length;
    return product;
}

std::vector<IndexBox> boxes_of(std::span<const std::int64_t> shape, std::int64_t first,
                               std::int64_t count) {
    const std::size_t rank = shape.size();
    if (rank == 0) return std::vector<IndexBox>(count > 0 ? 1 : 0);
    // The number of elements from one index of a dimension to the next.
    std::vector<std::int64_t> inner(rank, 1);
    for (std::size_t i = rank - 1; i > 0; --i) inner[i - 1] = inner[i] * shape[i];
    std::vector<IndexBox> boxes;
    while (count > 0) {
        // The outermost dimension of which whole indices begin here.
        std::size_t axis = 0;
        while (first % inner[axis] != 0 || count < inner[axis]) ++axis;
        IndexBox& box = boxes.emplace_back();
        box.start.resize(rank);
        box.count.assign(rank, 1);
        box.stride.assign(rank, 1);
        std::int64_t rest = first;
        for (std::size_t i = 0; i < rank; ++i) {
            box.start[i] = rest / inner[i];
            rest %= inner[i];
            if (i > axis) box.count[i] = shape[i];
        }
        box.count[axis] = std::min(shape[axis] - box.start[axis], count / inner[axis]);
        const std::int64_t taken = box.count[axis] * inner[axis];
        first += taken;
        count -= taken;
    }
    return boxes;
}

}  // namespace weft::tools
