// SPDX-License-Identifier: BSD-3-Clause
#include "stage/put_ranges.hpp"

#include <algorithm>
#include <iterator>

namespace weft::stage {

bool PutRanges::touches(const region::Interval& range) const {
    if (range.begin >= range.end) return false;
    const auto next = ranges_.lower_bound(range.end);
    return next != ranges_.begin() && std::prev(next)->second > range.begin;
}

void PutRanges::add(region::Interval range) {
    if (range.begin >= range.end) return;
    auto next = ranges_.upper_bound(range.end);
    while (next != ranges_.begin() && std::prev(next)->second >= range.begin) {
        const auto one = std::prev(next);
        range.begin = std::min(range.begin, one->first);
        range.end = std::max(range.end, one->second);
        next = ranges_.erase(one);
    }
    const auto added = ranges_.emplace(range.begin, range.end).first;
    if (ranges_.size() <= most_intervals) return;
    auto first = added == ranges_.begin() ? added : std::prev(added);
    const auto second = std::next(first);
    if (second == ranges_.end()) return;
    first->second = std::max(first->second, second->second);
    ranges_.erase(second);
}

}  // namespace weft::stage
