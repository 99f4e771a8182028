// SPDX-License-Identifier: BSD-3-Clause
#include "parts/share.hpp"

#include <memory>

#include "base/short_array.hpp"
#include "region/tile.hpp"

namespace weft::parts {
namespace {

/// The distance in bytes between indices of the dimensions in front of `position`.
ShortArray<std::int64_t, 4> pitches_before(int position, const layout::Place& place) {
    ShortArray<std::int64_t, 4> pitches(static_cast<std::size_t>(position));
    std::int64_t pitch = types::size_of(place.variable.type);
    const auto& ids = place.variable.dimension_ids;
    for (std::size_t i = ids.size(); i-- > 0;) {
        const model::Dimension& dimension = place.schema.dimension(ids[i]);
        if (dimension.is_unlimited) pitch = place.record_bytes;
        if (i < pitches.size()) pitches[i] = pitch;
        pitch *= dimension.length;
    }
    return pitches;
}

}  // namespace

Share share_of(const Block& block, int position, const Cell& cell, const layout::Place& place) {
    const std::size_t rank = place.variable.dimension_ids.size();
    const auto at = static_cast<std::size_t>(position);
    ShortArray<std::int64_t, 8> start(rank);
    ShortArray<std::int64_t, 8> wanted(rank);  // of the indices that the part may have
    std::copy_n(block.start, rank, start.begin());
    std::copy_n(block.count, rank, wanted.begin());
    if (std::find(block.count, block.count + rank, 0) != block.count + rank) return {};
    Share share;
    const auto take_steps = [&](std::size_t dimension, region::Interval range) {
        const Steps steps =
            steps_in(range, start[dimension], wanted[dimension], block.stride[dimension]);
        start[dimension] += steps.first * block.stride[dimension] - range.begin;
        return steps;
    };
    if (place.schema.is_record_variable(place.variable)) {
        const Steps records = take_steps(0, cell.records);
        std::int64_t in_record = 1;
        for (std::size_t i = 1; i < rank; ++i) in_record *= block.count[i];
        share.first_element = records.first * in_record;
        wanted[0] = records.count;
    }
    const Steps steps = take_steps(at, cell.indices);
    if (wanted[0] == 0 || steps.count == 0) return {};
    std::int64_t inner = 1;
    for (std::size_t i = at + 1; i < rank; ++i) inner *= wanted[i];
    share.first_element += steps.first * inner;
    ShortArray<std::int64_t, 8> count = wanted;
    count[at] = steps.count;
    const bool is_all = steps.count == wanted[at];
    if (!is_all) std::fill_n(count.begin(), at, 1);
    share.file = layout::file_nest(place, start.data(), count.data(), block.stride);
    if (is_all) return share;
    // The following elements of the part are not adjacent in memory: elements of other parts lie
    // between.
    const auto pitches = pitches_before(position, place);
    std::int64_t memory_pitch = inner * wanted[at] * types::size_of(place.variable.type);
    for (std::size_t i = at; i-- > 0; memory_pitch *= wanted[i]) {
        if (wanted[i] == 1) continue;
        share.file =
            region::Tile(share.file, {wanted[i], pitches[i] * block.stride[i]}, memory_pitch);
    }
    return share;
}

Stripes Stripes::of(const model::Schema& whole, const Table& table, int variable) {
    const int position = table.variables[static_cast<std::size_t>(variable)].position;
    const std::vector<std::int64_t> shape = whole.shape_of(whole.variable(variable));
    Stripes stripes{.ranges = table.ranges_of(whole, variable),
                    .length = shape[static_cast<std::size_t>(position)],
                    .inner = 1};
    for (std::size_t i = static_cast<std::size_t>(position) + 1; i < shape.size(); ++i)
        stripes.inner *= shape[i];
    if (!whole.is_record_variable(whole.variable(variable))) return stripes;
    stripes.epochs = table.epochs;
    for (std::size_t i = 1; i < static_cast<std::size_t>(position); ++i) {
        for (std::int64_t& step : stripes.epochs) step *= shape[i];
    }
    return stripes;
}

}  // namespace weft::parts
