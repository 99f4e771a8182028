// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window_list.hpp"

#include <algorithm>

namespace weft::engine {

WindowList::WindowList(const std::vector<Summary>& ranks, std::int64_t window_bytes)
    : ranks_(ranks), window_bytes_(window_bytes) {
    for (const Summary& rank : ranks) {
        if (rank.bytes == 0) continue;
        stretches_.push_back({rank.begin / window_bytes, (rank.end - 1) / window_bytes + 1, 0});
    }
    std::ranges::sort(stretches_, {}, &Stretch::first);
    std::size_t kept = 0;
    for (const Stretch& next : stretches_) {
        if (kept > 0 && next.first <= stretches_[kept - 1].last) {
            stretches_[kept - 1].last = std::max(stretches_[kept - 1].last, next.last);
        } else {
            stretches_[kept++] = next;
        }
    }
    stretches_.resize(kept);
    for (Stretch& stretch : stretches_) {
        stretch.number = count_;
        count_ += static_cast<std::uint32_t>(stretch.last - stretch.first);
    }
}

WindowList::Range WindowList::of_rank(int rank) const {
    const Summary& hull = ranks_[static_cast<std::size_t>(rank)];
    if (hull.bytes == 0) return {};
    const std::int64_t first = hull.begin / window_bytes_;
    const auto behind = std::ranges::upper_bound(stretches_, first, {}, &Stretch::first);
    const Stretch& stretch = *(behind - 1);
    const auto number = stretch.number + static_cast<std::uint32_t>(first - stretch.first);
    return {number,
            number + static_cast<std::uint32_t>((hull.end - 1) / window_bytes_ + 1 - first)};
}

WindowList::Bytes WindowList::bytes(std::uint32_t n) const {
    const auto behind = std::ranges::upper_bound(stretches_, n, {}, &Stretch::number);
    const Stretch& stretch = *(behind - 1);
    const std::int64_t window = stretch.first + (n - stretch.number);
    return {window * window_bytes_, (window + 1) * window_bytes_};
}

WindowList::Bytes WindowList::touched(std::uint32_t n) const {
    const Bytes window = bytes(n);
    Bytes hull{window.end, window.begin};
    for (const Summary& rank : ranks_) {
        if (rank.bytes == 0 || rank.end <= window.begin || rank.begin >= window.end) continue;
        hull.begin = std::min(hull.begin, std::max(rank.begin, window.begin));
        hull.end = std::max(hull.end, std::min(rank.end, window.end));
    }
    return hull;
}

std::uint32_t WindowList::participants(std::uint32_t n) const {
    const Bytes window = bytes(n);
    return static_cast<std::uint32_t>(std::ranges::count_if(ranks_, [&](const Summary& rank) {
        return rank.bytes > 0 && rank.begin < window.end && rank.end > window.begin;
    }));
}

}  // namespace weft::engine
