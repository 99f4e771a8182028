// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/file_domains.hpp"

#include "base/checked.hpp"

namespace weft::engine::twophase {
namespace {

/// A page of the cache, which two nodes should not share.
constexpr std::int64_t usual_alignment = 4096;

/// As few as have no more stripes each than with `most` of them.
int domains_for(int stripes, int most) {
    const int each = (stripes + most - 1) / most;
    return (stripes + each - 1) / each;
}

}  // namespace

FileDomains::FileDomains(const Shape& shape)
    : count_(shape.aggregators),
      period_(shape.aggregators),
      window_bytes_(shape.window_bytes),
      access_range_begin_(shape.begin),
      access_range_end_(shape.end) {
    if (shape.stripe_bytes > 0 && shape.stripes > 1) {
        count_ = domains_for(shape.stripes, shape.aggregators);
        period_ = shape.stripes;
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
    return {.domain = domain_of(unit),
            .number = unit * windows_of_unit + part,
            .begin = begin,
            .end = std::min({begin + window_bytes_, unit_begin + unit_bytes_, access_range_end_})};
}

std::int64_t FileDomains::next_in(int domain, std::int64_t offset) const {
    const std::int64_t unit = unit_of(offset);
    const std::int64_t next = unit_from(unit, domain);
    return next == unit ? offset : origin_ + next * unit_bytes_;
}

}  // namespace weft::engine::twophase
