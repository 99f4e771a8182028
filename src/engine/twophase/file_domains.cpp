// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/file_domains.hpp"

#include "base/checked.hpp"

namespace weft::engine::twophase {
namespace {

/// A page of the cache, which two nodes should not share.
constexpr std::int64_t usual_alignment = 4096;

int largest_divisor(int number, int most) {
    int divisor = std::min(number, most);
    while (number % divisor != 0) --divisor;
    return divisor;
}

}  // namespace

FileDomains::FileDomains(const Shape& shape)
    : count_(shape.aggregators),
      window_bytes_(shape.window_bytes),
      access_range_begin_(shape.begin),
      access_range_end_(shape.end) {
    if (shape.stripe_bytes > 0 && shape.stripes > 1) {
        count_ = largest_divisor(shape.stripes, shape.aggregators);
        unit_bytes_ = shape.stripe_bytes;
        window_bytes_ = std::min(window_bytes_, unit_bytes_);
        moves_with_access_range_ = false;
        return;
    }
    const std::int64_t bytes = shape.end - shape.begin;
    alignment_ =
        std::min(window_bytes_, shape.stripe_bytes > 0 ? shape.stripe_bytes : usual_alignment);
    origin_ = shape.begin - shape.begin % alignment_;
    // No more units than there are windows: these are what aggregators move.
    const std::int64_t windows = (bytes + window_bytes_ - 1) / window_bytes_;
    const std::int64_t units = std::min<std::int64_t>(count_, windows);
    unit_bytes_ = round_up((bytes + units - 1) / units, alignment_);
}

FileDomains::Window FileDomains::at(std::int64_t offset) const {
    const std::int64_t unit = unit_of(offset);
    const std::int64_t unit_begin = origin_ + unit * unit_bytes_;
    const std::int64_t windows_of_unit = (unit_bytes_ + window_bytes_ - 1) / window_bytes_;
    const std::int64_t part = (offset - unit_begin) / window_bytes_;
    const std::int64_t begin = unit_begin + part * window_bytes_;
    return {.domain = static_cast<int>(unit % count_),
            .number = unit / count_ * windows_of_unit + part,
            .begin = begin,
            .end = std::min({begin + window_bytes_, unit_begin + unit_bytes_, access_range_end_})};
}

std::int64_t FileDomains::next_in(int domain, std::int64_t offset) const {
    const std::int64_t unit = unit_of(offset);
    const std::int64_t ahead = (domain - unit % count_ + count_) % count_;
    return ahead == 0 ? offset : origin_ + (unit + ahead) * unit_bytes_;
}

}  // namespace weft::engine::twophase
