// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/request.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "engine/request/units.hpp"

namespace weft::engine {

/// Sorts keys, not pieces, as there may be no room for a second set of pieces.
void Request::sort() {
    const auto base = [](const Piece& piece) { return piece.file.base(); };
    if (std::ranges::is_sorted(pieces, {}, base)) return;
    std::vector<std::pair<std::int64_t, std::size_t>> order;  // the number makes the sort stable
    order.reserve(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) order.emplace_back(base(pieces[i]), i);
    std::ranges::sort(order);
    // Moves every piece once, along each cycle of the permutation.
    for (std::size_t first = 0; first < order.size(); ++first) {
        if (order[first].second == first) continue;
        Piece displaced = std::move(pieces[first]);
        std::size_t to = first;
        for (std::size_t from = order[to].second; from != first; from = order[to].second) {
            pieces[to] = std::move(pieces[from]);
            order[to].second = to;
            to = from;
        }
        pieces[to] = std::move(displaced);
        order[to].second = to;
    }
}

std::int64_t Request::bytes() const {
    std::int64_t sum = 0;
    for (const Piece& piece : pieces) sum += piece.file.bytes();
    return sum;
}

std::int64_t Request::begin() const {
    return pieces.empty() ? 0 : pieces.front().file.base();
}

std::int64_t Request::end() const {
    std::int64_t last = 0;
    for (const Piece& piece : pieces) last = std::max(last, piece.file.end());
    return last;
}

std::int64_t Request::runs() const {
    std::int64_t sum = 0;
    for (const Piece& piece : pieces) sum += piece.file.runs();
    return sum;
}

std::int64_t Request::units(std::int64_t unit) const {
    std::int64_t count = 0;
    std::int64_t reached = std::numeric_limits<std::int64_t>::min();  // unit behind the last one
    for (const Piece& piece : pieces) {
        const std::int64_t first = piece.file.base() / unit;
        const std::int64_t end = (piece.file.end() - 1) / unit + 1;
        count += std::max<std::int64_t>(0, end - std::max(first, reached));
        reached = std::max(reached, end);
    }
    return count;
}

std::vector<std::int64_t> Request::unit_numbers(std::int64_t unit) const {
    std::vector<std::int64_t> numbers;
    for (const Piece& piece : pieces)
        add_unit_numbers(piece.file, {piece.file.base(), piece.file.end()}, unit, numbers);
    keep_one_of_each(numbers);
    return numbers;
}

bool Request::sets_whole_units(std::int64_t unit,
                               const std::function<std::int64_t(region::Interval)>& within) const {
    std::int64_t reached = 0;    // behind the last piece
    std::int64_t next_unit = 0;  // behind the last unit
    std::int64_t can_be_set = 0;
    for (const Piece& piece : pieces) {
        if (piece.file.base() < reached) return false;
        reached = piece.file.end();
        next_unit = std::max(next_unit, piece.file.base() - piece.file.base() % unit);
        for (; next_unit < reached; next_unit += unit)
            can_be_set += within({next_unit, next_unit + unit});
    }
    return can_be_set == bytes();
}

Request Request::part_in_turn(std::int64_t number, std::int64_t count, std::int64_t unit) const {
    Request part{.direction = direction, .pieces = {}};
    const std::int64_t length = bytes() / count + 1;
    std::int64_t before = 0;
    std::int64_t turn = 0;
    std::int64_t reached = 0;  // behind the last unit
    for (const Piece& piece : pieces) {
        if (piece.file.base() >= reached) turn = before / length;
        reached = std::max(reached, round_up(piece.file.end(), unit));
        before += piece.file.bytes();
        if (turn == number) part.pieces.push_back(piece);
    }
    return part;
}

std::int64_t Request::grain() const {
    std::int64_t grains = 0;
    for (const Piece& piece : pieces) grains |= piece.file.grain();
    return grains == 0 ? 0 : power_of_two_in(grains);
}

}  // namespace weft::engine
