// SPDX-License-Identifier: BSD-3-Clause
#include "layout/whole_blocks.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/checked.hpp"
#include "format/sizes.hpp"
#include "layout/moves.hpp"

namespace weft::layout {
namespace {

bool asks_for_nothing(const Alignment& alignment) {
    return alignment.header_free == 0 && alignment.variable_free == 0 &&
           !alignment.variable_align && !alignment.record_align;
}

std::int64_t bytes_of(const std::vector<Move>& moves) {
    std::int64_t bytes = 0;
    for (const Move& move : moves) bytes += move.bytes();
    return bytes;
}

/// Moves everything from the first byte that moves to the end of the data by one distance: then the
/// room for it can be inserted in one place.
bool by_whole_blocks(const std::vector<Move>& moves, std::int64_t end_of_data) {
    if (moves.empty()) return true;
    const std::int64_t distance = moves.front().to - moves.front().from;
    const bool same = std::all_of(moves.begin(), moves.end(), [distance](const Move& move) {
        return move.to - move.from == distance &&
               (move.count == 1 || move.from_pitch == move.to_pitch);
    });
    return same && distance % block_bytes == 0 && moves.back().from_end() >= end_of_data;
}

/// The distance by which a section at `begin` must move up, in whole blocks, to begin at `least` or
/// behind it.
std::int64_t blocks_up(std::int64_t begin, std::int64_t least) {
    return round_up(std::max<std::int64_t>(least - begin, 0), block_bytes);
}

/// The wishes for which place_variables() keeps the sections of `old` at the same offset within a
/// block. `fixed_bytes` lie between the extent and the end of the fixed variables.
Alignment keeping_blocks(const Layout& old, bool has_fixed, std::int64_t fixed_bytes,
                         std::int64_t header_bytes) {
    Alignment kept{.variable_align = format::padding_unit, .record_align = format::padding_unit};
    if (!has_fixed) {
        const std::int64_t begin = old.record_begin + blocks_up(old.record_begin, header_bytes);
        kept.header_free = begin - header_bytes;
        return kept;
    }
    const std::int64_t up = blocks_up(old.header_extent, header_bytes);
    const std::int64_t extent = old.header_extent + up;
    kept.header_free = extent - header_bytes;
    if (old.record_bytes == 0) return kept;
    // If the variables in front go up, the records go with them.
    const std::int64_t fixed_end = extent + fixed_bytes;
    const std::int64_t records_up = std::max(up, blocks_up(old.record_begin, fixed_end));
    kept.variable_free = old.record_begin + records_up - fixed_end;
    return kept;
}

}  // namespace

Result<Layout> place_again(format::Version version, const model::Schema& schema,
                           std::int64_t header_bytes, const Alignment& alignment,
                           const format::HeaderView& old) {
    Result<Layout> by_formula = place_variables(version, schema, header_bytes, alignment, &old);
    if (!by_formula.ok() || !asks_for_nothing(alignment)) return by_formula;
    const Result<Layout> known = layout_of(old);
    if (!known.ok()) return known;
    const auto moves_to = [&](const Layout& layout) {
        return moves_between(old.schema, known.value(), layout, schema.record_count);
    };
    const std::int64_t end_of_data = known.value().file_bytes(old.schema.record_count);
    const std::vector<Move> moves = moves_to(by_formula.value());
    if (bytes_of(moves) < much_data || by_whole_blocks(moves, end_of_data)) return by_formula;

    const Layout& formula = by_formula.value();
    const std::int64_t fixed_bytes = formula.fixed_end - formula.header_extent;
    const Alignment kept =
        keeping_blocks(known.value(), fixed_bytes > 0, fixed_bytes, header_bytes);
    Result<Layout> by_blocks = place_variables(version, schema, header_bytes, kept, &old);
    if (by_blocks.ok() && by_whole_blocks(moves_to(by_blocks.value()), end_of_data))
        return by_blocks;
    return by_formula;
}

}  // namespace weft::layout
