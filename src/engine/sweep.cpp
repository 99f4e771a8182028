// SPDX-License-Identifier: BSD-3-Clause
#include "engine/sweep.hpp"

#include <algorithm>

namespace weft::engine {

const std::vector<Sweep::Share>& Sweep::advance(std::int64_t begin, std::int64_t end) {
    const std::vector<Piece>& pieces = request_.pieces;
    std::erase_if(active_, [&](std::size_t piece) { return pieces[piece].file.end() <= begin; });
    for (; next_piece_ < pieces.size() && pieces[next_piece_].file.base() < end; ++next_piece_) {
        if (pieces[next_piece_].file.end() > begin) active_.push_back(next_piece_);
    }
    shares_.clear();
    for (const std::size_t piece : active_) {
        const region::Nest& file = pieces[piece].file;
        const Share share{piece, file.bytes_below(begin), file.bytes_below(end)};
        if (share.from < share.to) shares_.push_back(share);
    }
    return shares_;
}

std::optional<std::int64_t> Sweep::next_offset(std::int64_t offset) const {
    std::optional<std::int64_t> next;
    const auto consider = [&](std::int64_t candidate) {
        next = std::min(next.value_or(candidate), candidate);
    };
    for (const std::size_t piece : active_) {
        const region::Nest& file = request_.pieces[piece].file;
        const std::int64_t below = file.bytes_below(offset);
        if (below < file.bytes()) consider(file.offset_of(below));
    }
    // Pieces rise by their first byte, so the first one that no window has reached speaks for the
    // rest.
    for (std::size_t piece = next_piece_; piece < request_.pieces.size(); ++piece) {
        if (request_.pieces[piece].file.empty()) continue;
        consider(request_.pieces[piece].file.base());
        break;
    }
    return next;
}

}  // namespace weft::engine
