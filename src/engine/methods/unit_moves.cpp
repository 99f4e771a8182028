// SPDX-License-Identifier: BSD-3-Clause
#include "engine/methods/unit_moves.hpp"

#include <algorithm>
#include <utility>

namespace weft::engine {

void UnitMoves::expect(const std::vector<PiecesWalk::Share>& shares) {
    in_units_.clear();
    rest_.clear();
    for (const PiecesWalk::Share& share : shares) {
        const std::int64_t first = request_.pieces[share.item].file.offset_of(share.from);
        if (lies_in_one_unit(share))
            in_units_.push_back({first - first % unit_, share});
        else
            rest_.push_back(share);
    }
    std::ranges::stable_sort(in_units_, {}, &UnitShare::unit);
}

bool UnitMoves::lies_in_one_unit(const PiecesWalk::Share& share) const {
    const Piece& piece = request_.pieces[share.item];
    const std::int64_t element = piece.elements->codec.external_bytes;
    return share.from % element == 0 && share.to % element == 0 &&
           piece.file.offset_of(share.from) / unit_ == piece.file.offset_of(share.to - 1) / unit_;
}

void UnitMoves::move(std::int64_t begin, const FileBuffer& image) {
    auto at = std::ranges::lower_bound(in_units_, begin, {}, &UnitShare::unit);
    if (at == in_units_.end() || at->unit != begin) return;
    std::unique_ptr<Mover> mover = take_mover();
    for (; at != in_units_.end() && at->unit == begin; ++at)
        mover->move(at->share.item, at->share.from, at->share.to, image);
    give_back(std::move(mover));
}

void UnitMoves::move_rest(const FileBuffer& image) {
    for (const PiecesWalk::Share& share : rest_)
        rest_mover_.move(share.item, share.from, share.to, image);
}

bool UnitMoves::all_in_range() const {
    const std::scoped_lock lock(mutex_);
    return rest_mover_.all_in_range() &&
           std::ranges::all_of(movers_, [](const auto& mover) { return mover->all_in_range(); });
}

std::unique_ptr<Mover> UnitMoves::take_mover() {
    {
        const std::scoped_lock lock(mutex_);
        if (!movers_.empty()) {
            std::unique_ptr<Mover> mover = std::move(movers_.back());
            movers_.pop_back();
            return mover;
        }
    }
    return std::make_unique<Mover>(request_);
}

void UnitMoves::give_back(std::unique_ptr<Mover> mover) {
    const std::scoped_lock lock(mutex_);
    movers_.push_back(std::move(mover));
}

}  // namespace weft::engine
