// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/timeline.hpp"

#include <algorithm>

namespace weft::engine {

void Timeline::spent(report::Phase phase, double from, double to) {
    from = std::max(from, 0.0);
    if (to <= from) return;
    const std::size_t last = slice_at(to);
    for (std::size_t i = slice_at(from); i <= last; ++i) {
        const double begin = static_cast<double>(i) * slice_seconds_;
        const double inside = std::min(to, begin + slice_seconds_) - std::max(from, begin);
        slices_[i].seconds[report::index_of(phase)] += std::max(inside, 0.0);
    }
}

void Timeline::wrote(double at, std::int64_t offset, std::int64_t bytes) {
    slices_[slice_at(at)].written.add(offset, bytes);
}

void Timeline::read(double at, std::int64_t offset, std::int64_t bytes) {
    slices_[slice_at(at)].read.add(offset, bytes);
}

void Timeline::widen_to(int doublings) {
    while (doublings_ < doublings) widen();
}

/// Widens until the time fits.
std::size_t Timeline::slice_at(double at) {
    while (at >= slice_seconds_ * static_cast<double>(slice_count)) widen();
    return at <= 0 ? 0 : static_cast<std::size_t>(at / slice_seconds_);
}

void Timeline::widen() {
    for (std::size_t i = 0; i < slice_count / 2; ++i) {
        report::Slice both = slices_[2 * i];
        both.add(slices_[2 * i + 1]);
        slices_[i] = both;
    }
    std::fill(slices_.begin() + slice_count / 2, slices_.end(), report::Slice());
    slice_seconds_ *= 2;
    ++doublings_;
}

}  // namespace weft::engine
