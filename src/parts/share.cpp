// SPDX-License-Identifier: BSD-3-Clause
#include "parts/share.hpp"

#include <memory>

#include "base/short_array.hpp"
#include "layout/layout.hpp"
#include "region/tile.hpp"

namespace weft::parts {
namespace {

/// Bytes from one index to the next, of the dimensions in front of `position`.
ShortArray<std::int64_t, 4> pitches_before(int position, const Place& place) {
    ShortArray<std::int64_t, 4> pitches(static_cast<std::size_t>(position));
    std::int64_t pitch = types::size_of(place.variable.type);
    const auto& ids = place.variable.dimension_ids;
    for (std::size_t i = ids.size(); i-- > 0;) {
        const std::int64_t length = place.schema.dimension(ids[i]).length;
        if (length == 0) pitch = place.record_bytes;
        if (i < pitches.size()) pitches[i] = pitch;
        pitch *= length;
    }
    return pitches;
}

}  // namespace

Share share_of(const Block& block, int position, region::Interval range, const Place& place) {
    const std::size_t rank = place.variable.dimension_ids.size();
    const auto at = static_cast<std::size_t>(position);
    const Steps steps = steps_in(range, block.start[at], block.count[at], block.stride[at]);
    if (steps.count == 0 || std::find(block.count, block.count + rank, 0) != block.count + rank)
        return {};
    ShortArray<std::int64_t, 8> start(rank);
    ShortArray<std::int64_t, 8> count(rank);
    std::copy_n(block.start, rank, start.begin());
    std::copy_n(block.count, rank, count.begin());
    start[at] += steps.first * block.stride[at] - range.begin;
    count[at] = steps.count;
    std::int64_t inner = 1;
    for (std::size_t i = at + 1; i < rank; ++i) inner *= block.count[i];
    Share share{.file = {}, .first_element = steps.first * inner};
    const bool is_all = steps.count == block.count[at];
    if (!is_all) std::fill_n(count.begin(), at, 1);
    share.file = layout::file_nest(place.schema, place.variable, place.record_bytes, start.data(),
                                   count.data(), block.stride);
    if (is_all) return share;
    // What follows in the part lies apart in memory: what other parts have is between.
    const auto pitches = pitches_before(position, place);
    std::int64_t memory_pitch = inner * block.count[at] * types::size_of(place.variable.type);
    for (std::size_t i = at; i-- > 0; memory_pitch *= block.count[i]) {
        if (block.count[i] == 1) continue;
        share.file = std::make_shared<const region::Tile>(
            share.file, region::Loop{block.count[i], pitches[i] * block.stride[i]}, memory_pitch);
    }
    return share;
}

Stripes Stripes::of(const format::Schema& whole, int variable, int position, Ranges ranges) {
    const std::vector<std::int64_t> shape = whole.shape_of(whole.variable(variable));
    Stripes stripes{.ranges = std::move(ranges),
                    .length = shape[static_cast<std::size_t>(position)],
                    .inner = 1};
    for (std::size_t i = static_cast<std::size_t>(position) + 1; i < shape.size(); ++i)
        stripes.inner *= shape[i];
    return stripes;
}

}  // namespace weft::parts
