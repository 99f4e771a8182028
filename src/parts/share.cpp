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

ShareAsBlock share_as_block(const Block& block, std::size_t rank, bool has_records, int position,
                            const Cell& cell) {
    const auto at = static_cast<std::size_t>(position);
    if (std::find(block.count, block.count + rank, 0) != block.count + rank) return {};
    ShareAsBlock share{ShortArray<std::int64_t, 8>(rank), ShortArray<std::int64_t, 8>(rank), 0};
    std::copy_n(block.start, rank, share.start.begin());
    std::copy_n(block.count, rank, share.count.begin());
    const auto take_steps = [&](std::size_t dimension, region::Interval range) {
        const Steps steps = steps_in(range, block.start[dimension], block.count[dimension],
                                     block.stride[dimension]);
        share.start[dimension] += steps.first * block.stride[dimension] - range.begin;
        share.count[dimension] = steps.count;
        std::int64_t inner = 1;
        for (std::size_t i = dimension + 1; i < rank; ++i) inner *= block.count[i];
        share.first_element += steps.first * inner;
        return steps.count > 0;
    };
    const bool has_some =
        (!has_records || take_steps(0, cell.records)) && take_steps(at, cell.indices);
    return has_some ? share : ShareAsBlock();
}

Share share_of(const Block& block, int position, const Cell& cell, const layout::Place& place) {
    const std::size_t rank = place.variable.dimension_ids.size();
    const auto at = static_cast<std::size_t>(position);
    const ShareAsBlock found = share_as_block(
        block, rank, place.schema.is_record_variable(place.variable), position, cell);
    if (found.count.empty()) return {};
    Share share;
    share.first_element = found.first_element;
    ShortArray<std::int64_t, 8> wanted = found.count;  // of the indices that the part may have
    wanted[at] = block.count[at];
    std::int64_t inner = 1;
    for (std::size_t i = at + 1; i < rank; ++i) inner *= wanted[i];
    ShortArray<std::int64_t, 8> count = found.count;
    const bool is_all = count[at] == wanted[at];
    if (!is_all) std::fill_n(count.begin(), at, 1);
    share.file = layout::file_nest(place, found.start.data(), count.data(), block.stride);
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
