// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/file_domains.hpp"

#include "base/checked.hpp"

namespace weft::engine::twophase {
namespace {

/// A page of the cache, which two nodes should not share.
constexpr std::int64_t usual_alignment = 4096;

/// The smallest number of domains for which none has more stripes than with `most` domains.
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
      access_range_end_(shape.end),
      last_unit_end_(round_up(shape.end, shape.unit)) {
    if (shape.stripe_bytes > 0 && shape.stripes > 1) {
        count_ = domains_for(shape.stripes, shape.aggregators);
        period_ = shape.stripes;
        slice_bytes_ = shape.stripe_bytes;
        window_bytes_ = std::min(window_bytes_, slice_bytes_);
        moves_with_access_range_ = false;
        return;
    }
    // Where nobody brings a byte, there is one domain, too.
    const std::int64_t bytes = std::max<std::int64_t>(shape.end - shape.begin, 1);
    const std::int64_t edge = shape.stripe_bytes > 0 ? shape.stripe_bytes : usual_alignment;
    alignment_ = std::min(window_bytes_, round_up(edge, shape.unit));
    origin_ = shape.begin - shape.begin % alignment_;
    // There are at most as many slices as windows, because aggregators move windows.
    const std::int64_t windows = (bytes + window_bytes_ - 1) / window_bytes_;
    const std::int64_t slices = std::min<std::int64_t>(count_, windows);
    slice_bytes_ = round_up((bytes + slices - 1) / slices, alignment_);
}

FileDomains::Window FileDomains::at(std::int64_t offset) const {
    const std::int64_t slice = slice_of(offset);
    const std::int64_t slice_begin = origin_ + slice * slice_bytes_;
    const std::int64_t windows_of_slice = (slice_bytes_ + window_bytes_ - 1) / window_bytes_;
    const std::int64_t part = (offset - slice_begin) / window_bytes_;
    const std::int64_t begin = slice_begin + part * window_bytes_;
    return {.domain = domain_of(slice),
            .number = slice * windows_of_slice + part,
            .begin = begin,
            .end = std::min({begin + window_bytes_, slice_begin + slice_bytes_, last_unit_end_})};
}

std::int64_t FileDomains::next_in(int domain, std::int64_t offset) const {
    const std::int64_t slice = slice_of(offset);
    const std::int64_t next = slice_from(slice, domain);
    return next == slice ? offset : origin_ + next * slice_bytes_;
}

}  // namespace weft::engine::twophase
