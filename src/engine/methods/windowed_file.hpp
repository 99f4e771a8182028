// SPDX-License-Identifier: BSD-3-Clause
// One of the files of a call through shared windows, as a rank sees it: which of its bytes lie in a
// window, and how they come into it, out of it, and to the file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/request/pieces_walk.hpp"
#include "engine/window/covered_units.hpp"
#include "engine/window/covered_write.hpp"
#include "region/interval.hpp"

namespace weft::engine {

class WindowedFile {
public:
    explicit WindowedFile(const FileCall& call)
        : call_(call),
          grain_(grain_of(call)),
          mover_(call.request),
          walk_(PieceShapes(call.request)),
          ahead_(PieceShapes(call.request)),
          keeper_(call.context.channel, call.context.cost, call.context.options.sieve_write,
                  Guards(call.context.channel, call.context.lease, Neighbours::none, nullptr)) {}

    [[nodiscard]] Channel& channel() const { return call_.context.channel; }
    /// Whether a put reads what lies between its bytes, and writes it back.
    [[nodiscard]] bool rewrites() const { return call_.plan.rewrites; }
    /// A number that divides the offsets and lengths of all runs, windows and units.
    [[nodiscard]] std::int64_t grain() const { return grain_; }
    [[nodiscard]] bool all_in_range() const { return mover_.all_in_range(); }

    using Shares = std::vector<PiecesWalk::Share>;
    const Shares& shares_of(const region::Interval& window) {
        return walk_.take(window.begin, window.end);
    }
    /// Whether this rank has bytes in the window, for windows that rise.
    bool touches(const region::Interval& window) {
        const std::optional<std::int64_t> next = ahead_.seek(window.begin);
        return next && *next < window.end;
    }
    void move(const Shares& shares, const FileBuffer& image) {
        const PhaseTimer timer(channel().report(), Phase::convert);
        for (const PiecesWalk::Share& share : shares)
            mover_.move(share.item, share.from, share.to, image);
    }
    void mark(const Shares& shares, Coverage& coverage) const {
        for (const PiecesWalk::Share& share : shares)
            coverage.add(call_.request.pieces[share.item].file, share.from, share.to);
    }
    Status write(const Coverage& coverage, const FileBuffer& image) {
        return channel().kind().is_file ? keeper_.write(coverage, image)
                                        : store_touched_units(channel(), coverage, image);
    }

private:
    static std::int64_t grain_of(const FileCall& call) {
        const SpaceKind space = call.context.channel.kind();
        std::int64_t grains = call.plan.window_bytes | (space.is_file ? 0 : space.unit);
        for (const Summary& rank : *call.ranks) grains |= rank.grain;
        return power_of_two_in(grains);
    }

    const FileCall& call_;
    std::int64_t grain_;
    Mover mover_;
    PiecesWalk walk_;
    PiecesWalk ahead_;  // of windows to be read
    HoleKeeper keeper_;
};

}  // namespace weft::engine
