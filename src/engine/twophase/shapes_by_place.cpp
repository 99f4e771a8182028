// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/shapes_by_place.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace weft::engine::twophase {

ShapesByPlace::ShapesByPlace(const std::vector<RequestShape>& list)
    : list_(list), rising_(list.size()) {
    std::iota(rising_.begin(), rising_.end(), std::size_t{0});
    const auto base = [&list](std::size_t number) { return list[number].shape->base(); };
    if (!std::ranges::is_sorted(rising_, {}, base)) std::ranges::sort(rising_, {}, base);
    furthest_.reserve(list.size());
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (const std::size_t number : rising_) {
        end = std::max(end, list[number].shape->end());
        furthest_.push_back(end);
    }
}

std::vector<RequestShape> ShapesByPlace::within(std::int64_t begin, std::int64_t end) const {
    std::vector<std::size_t> found;
    const auto first = std::ranges::upper_bound(furthest_, begin);
    for (auto i = static_cast<std::size_t>(first - furthest_.begin()); i < rising_.size(); ++i) {
        const region::FileShape& shape = *list_[rising_[i]].shape;
        if (shape.base() >= end) break;
        if (shape.end() > begin) found.push_back(rising_[i]);
    }
    std::ranges::sort(found);
    std::vector<RequestShape> shapes;
    shapes.reserve(found.size());
    for (const std::size_t number : found) shapes.push_back(list_[number]);
    return shapes;
}

}  // namespace weft::engine::twophase
