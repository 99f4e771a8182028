// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/request/pieces_walk.hpp"

namespace weft::engine {
namespace {

void move_shares(const std::vector<PiecesWalk::Share>& shares, Mover& mover, const Place& image,
                 Report& report) {
    const PhaseTimer timer(report, Phase::convert);
    for (const PiecesWalk::Share& share : shares)
        mover.move(share.item, share.from, share.to, image);
}

}  // namespace

Outcome run_sieve(const Request& request, const Context& context) {
    const bool put = request.direction == Direction::put;
    const std::int64_t window_bytes =
        put ? context.options.sieve_write_bytes : context.options.sieve_read_bytes;
    const Choice rewriting =
        context.options.method == Method::sieve && context.options.sieve_write != Choice::disable
            ? Choice::enable
            : context.options.sieve_write;
    const std::int64_t grain = power_of_two_in(request.grain() | window_bytes);
    Window window(context.channel, context.cost, rewriting,
                  Guards(context.channel, context.solitude, context.neighbours, context.gate),
                  grain);
    Mover mover(request);
    PiecesWalk walk{PieceShapes(request)};
    std::int64_t behind = request.begin();
    const std::int64_t end = request.end();
    Status status;
    for (auto at = walk.seek(behind); at && status.ok(); at = walk.seek(behind)) {
        // Windows lie where all ranks' do: who is locked out waits for one window of another rank,
        // not for two that it has a part of. And one begins where the last ends.
        const std::int64_t aligned = *at - *at % window_bytes;
        const std::int64_t start = std::max(aligned, behind);
        const std::int64_t stop = std::min(aligned + window_bytes, end);
        behind = stop;
        const WindowSpan span(context.channel.report(), start, stop);
        window.place(start, stop);
        const std::vector<PiecesWalk::Share>& shares = walk.take(*at, stop);
        for (const PiecesWalk::Share& share : shares)
            window.mark(request.direction, request.pieces[share.item].file, share.from, share.to);
        status = window.load(request.direction);
        if (!status.ok()) break;
        move_shares(shares, mover, window.image(), context.channel.report());
        if (put) status = window.store();
    }
    return {status, mover.all_in_range()};
}

}  // namespace weft::engine
