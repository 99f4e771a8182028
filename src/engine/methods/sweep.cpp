// SPDX-License-Identifier: BSD-3-Clause
#include "engine/methods/sweep.hpp"

#include <algorithm>

namespace weft::engine {

const std::vector<Sweep::Share>& Sweep::advance(std::int64_t begin, std::int64_t end) {
    shares_.clear();
    begin_pieces(begin, end);
    while (!rests_.empty() && rests_.front().offset < end) {
        std::pop_heap(rests_.begin(), rests_.end(), is_later);
        Rest& rest = rests_.back();
        const region::FileShape& file = request_.pieces[rest.piece].file;
        const std::int64_t from = rest.offset < begin ? file.bytes_below(begin) : rest.from;
        const std::int64_t to = file.bytes_below(end);
        if (from < to) shares_.push_back({rest.piece, from, to});
        if (to == file.bytes()) {
            rests_.pop_back();
        } else {
            rest = {file.offset_of(to), to, rest.piece};
            std::push_heap(rests_.begin(), rests_.end(), is_later);
        }
    }
    if (!std::ranges::is_sorted(shares_, {}, &Share::piece))
        std::ranges::sort(shares_, {}, &Share::piece);
    return shares_;
}

void Sweep::begin_pieces(std::int64_t begin, std::int64_t end) {
    const Pieces& pieces = request_.pieces;
    for (; next_piece_ < pieces.size() && pieces[next_piece_].file.base() < end; ++next_piece_) {
        const region::FileShape& file = pieces[next_piece_].file;
        const std::int64_t bytes = file.bytes();
        if (bytes == 0) continue;
        // Most pieces lie within one window.
        if (file.base() >= begin && file.end() <= end) {
            shares_.push_back({next_piece_, 0, bytes});
            continue;
        }
        rests_.push_back({file.base(), 0, next_piece_});
        std::push_heap(rests_.begin(), rests_.end(), is_later);
    }
}

std::optional<std::int64_t> Sweep::next_offset() const {
    std::optional<std::int64_t> next;
    if (!rests_.empty()) next = rests_.front().offset;
    // Pieces rise by their first byte, so the first one that no window has reached speaks for all.
    if (next_piece_ < request_.pieces.size()) {
        const std::int64_t base = request_.pieces[next_piece_].file.base();
        next = std::min(next.value_or(base), base);
    }
    return next;
}

}  // namespace weft::engine
