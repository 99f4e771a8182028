// SPDX-License-Identifier: BSD-3-Clause
#include "layout/moves.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "format/sizes.hpp"

namespace weft::layout {
namespace {

/// The moves of fixed variables that change their places; neighbours that move by the same distance
/// are one move.
std::vector<Move> fixed_moves(const model::Schema& old, const Layout& old_layout,
                              const Layout& layout) {
    std::vector<Move> moves;
    for (int id = 0; id < old.variable_count(); ++id) {
        const model::Variable& before = old.variable(id);
        if (old.is_record_variable(before) || old_layout.begin(id) == layout.begin(id)) continue;
        // Sizes were checked when the layout was made.
        const std::int64_t bytes = format::slab_bytes(old, before).value();
        moves.push_back({.from = old_layout.begin(id),
                         .to = layout.begin(id),
                         .length = round_up(bytes, format::padding_unit)});
    }
    std::sort(moves.begin(), moves.end(),
              [](const Move& a, const Move& b) { return a.from < b.from; });
    std::vector<Move> joined;
    for (const Move& move : moves) {
        if (!joined.empty()) {
            Move& last = joined.back();
            if (last.from + last.length == move.from && last.to + last.length == move.to) {
                last.length += move.length;
                continue;
            }
        }
        joined.push_back(move);
    }
    return joined;
}

}  // namespace

std::vector<Move> moves_between(const model::Schema& old, const Layout& old_layout,
                                const Layout& layout, std::int64_t record_count) {
    std::vector<Move> moves = fixed_moves(old, old_layout, layout);
    const bool records_move = old_layout.record_begin != layout.record_begin ||
                              old_layout.record_bytes != layout.record_bytes;
    if (old_layout.record_bytes == 0 || record_count == 0 || !records_move) return moves;
    Move records{.from = old_layout.record_begin,
                 .to = layout.record_begin,
                 .length = old_layout.record_bytes,
                 .count = record_count,
                 .from_pitch = old_layout.record_bytes,
                 .to_pitch = layout.record_bytes};
    if (records.from_pitch == records.to_pitch) {
        records.length *= records.count;
        records.count = 1;
    }
    moves.push_back(records);
    return moves;
}

Status each_move_part(const std::vector<Move>& moves, std::int64_t begin, std::int64_t end,
                      const std::function<Status(const MovePart&)>& use) {
    std::int64_t move_begin = 0;
    for (const Move& move : moves) {
        const std::int64_t first = std::max(begin, move_begin) - move_begin;
        const std::int64_t last = std::min(end - move_begin, move.bytes());
        for (std::int64_t at = first; at < last;) {
            const std::int64_t block = at / move.length;
            const std::int64_t into = at % move.length;
            const std::int64_t length = std::min(move.length - into, last - at);
            const Status status = use({.from = move.from + block * move.from_pitch + into,
                                       .to = move.to + block * move.to_pitch + into,
                                       .length = length});
            if (!status.ok()) return status;
            at += length;
        }
        move_begin += move.bytes();
    }
    return {};
}

}  // namespace weft::layout
