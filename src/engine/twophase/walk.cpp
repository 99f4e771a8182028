// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/walk.hpp"

#include <algorithm>

namespace weft::engine::twophase {

std::int64_t bytes_of(const std::vector<Share>& shares) {
    std::int64_t sum = 0;
    for (const Share& share : shares) sum += share.to - share.from;
    return sum;
}

ListedShapes::ListedShapes(const std::vector<RequestShape>& list) {
    rising_.reserve(list.size());
    for (const RequestShape& item : list) rising_.push_back(&item);
    const auto offset = [](const RequestShape* item) { return item->shape->base(); };
    if (!std::ranges::is_sorted(rising_, {}, offset)) std::ranges::sort(rising_, {}, offset);
}

}  // namespace weft::engine::twophase
