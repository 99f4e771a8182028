// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/write_behind.hpp"

#include <algorithm>

namespace weft::dataset {

WriteBehind::~WriteBehind() {
    if (values_.size() > 0) memory_->take_back(std::move(values_));
}

bool WriteBehind::touches_held(const Extent& extent) const {
    if (extent.begin == extent.end) return false;
    const auto behind = held_.lower_bound({extent.variable, extent.end});
    if (behind == held_.begin()) return false;
    const auto& [place, end] = *std::prev(behind);
    return place.first == extent.variable && end > extent.begin;
}

/// Extents of one call may overlap, as those of interleaved ranks do.
void WriteBehind::note_extents(std::vector<Extent> extents) {
    const auto place = [](const Extent& extent) {
        return std::pair(extent.variable, extent.begin);
    };
    std::ranges::sort(extents, {}, place);
    auto last = held_.end();
    for (const Extent& extent : extents) {
        if (extent.begin == extent.end) continue;
        const bool joins = last != held_.end() && last->first.first == extent.variable &&
                           extent.begin <= last->second;
        if (joins) {
            last->second = std::max(last->second, extent.end);
        } else {
            last = held_.emplace(place(extent), extent.end).first;
        }
    }
}

bool WriteBehind::make_room(std::int64_t bytes) {
    if (bytes > std::min(most_.put, most_.all - used_)) return false;
    if (values_.size() == 0) values_ = memory_->lend();
    return values_.reserve(static_cast<std::size_t>(most_.all));
}

void WriteBehind::hold(Transfer put) {
    for (const engine::FileRequest& one : put.requests()) used_ += one.request->bytes();
    held_puts_.add(std::move(put));
}

const Transfer& WriteBehind::transfer() {
    held_puts_.sort();
    return held_puts_;
}

void WriteBehind::clear() {
    used_ = 0;
    held_puts_.clear();
    held_.clear();
}

}  // namespace weft::dataset
