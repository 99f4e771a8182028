// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/write_behind.hpp"

#include <algorithm>

namespace weft::dataset {
namespace {

std::int64_t bytes_of(const std::vector<engine::Piece>& pieces) {
    std::int64_t sum = 0;
    for (const engine::Piece& piece : pieces) sum += piece.file.bytes();
    return sum;
}

}  // namespace

WriteBehind::Extent WriteBehind::extent_of(int variable, const std::vector<engine::Piece>& pieces) {
    if (pieces.empty()) return {};
    Extent all{variable, pieces.front().file.base(), pieces.front().file.end()};
    for (const engine::Piece& piece : pieces) {
        all.begin = std::min(all.begin, piece.file.base());
        all.end = std::max(all.end, piece.file.end());
    }
    return all;
}

bool WriteBehind::has_room(const std::vector<engine::Piece>& pieces) const {
    return bytes_of(pieces) <= limit_ - used_;
}

bool WriteBehind::touches_held(const Extent& extent) const {
    if (extent.begin == extent.end) return false;
    const auto behind = held_.lower_bound({extent.variable, extent.end});
    if (behind == held_.begin()) return false;
    const auto& [place, end] = *std::prev(behind);
    return place.first == extent.variable && end > extent.begin;
}

/// Extents of one call may overlap each other, as those of interleaved ranks do.
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

std::byte* WriteBehind::room() {
    // Not initialised: memory that no put fills is never touched.
    if (values_ == nullptr) values_.reset(new std::byte[static_cast<std::size_t>(limit_)]);
    return values_.get() + used_;
}

void WriteBehind::hold(std::vector<engine::Piece> pieces) {
    used_ += bytes_of(pieces);
    request_.pieces.insert(request_.pieces.end(), std::make_move_iterator(pieces.begin()),
                           std::make_move_iterator(pieces.end()));
}

const engine::Request& WriteBehind::request() {
    std::stable_sort(request_.pieces.begin(), request_.pieces.end(),
                     [](const engine::Piece& a, const engine::Piece& b) {
                         return a.file.base() < b.file.base();
                     });
    return request_;
}

void WriteBehind::clear() {
    used_ = 0;
    request_.pieces.clear();
    held_.clear();
}

}  // namespace weft::dataset
