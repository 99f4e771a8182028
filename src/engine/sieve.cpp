// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "engine/methods.hpp"
#include "engine/sweep.hpp"

namespace weft::engine {
namespace {

void mark_shares(const Request& request, const std::vector<Sweep::Share>& shares,
                 Coverage& coverage) {
    for (const Sweep::Share& share : shares) {
        const region::FileShape& file = request.pieces[share.piece].file;
        if (request.direction == Direction::put) {
            coverage.add(file, share.from, share.to);
        } else {
            coverage.stretch(file.offset_of(share.from), file.offset_of(share.to - 1) + 1);
        }
    }
}

void move_shares(const std::vector<Sweep::Share>& shares, Mover& mover, const Place& image,
                 Report& report) {
    const PhaseTimer timer(report, Phase::convert);
    for (const Sweep::Share& share : shares) mover.move(share.piece, share.from, share.to, image);
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
    Window window(context.channel, context.cost, rewriting, context.neighbours);
    Mover mover(request);
    Sweep sweep(request);
    const std::int64_t end = request.end();
    Status status;
    for (auto at = sweep.next_offset(); at && status.ok(); at = sweep.next_offset()) {
        const std::int64_t stop = std::min(*at + window_bytes, end);
        const WindowSpan span(context.channel.report(), *at, stop);
        window.place(*at, stop);
        const std::vector<Sweep::Share>& shares = sweep.advance(*at, stop);
        mark_shares(request, shares, window.coverage());
        status = window.load(request.direction);
        if (!status.ok()) break;
        move_shares(shares, mover, window.image(), context.channel.report());
        if (put) status = window.store();
    }
    return {status, mover.all_in_range()};
}

}  // namespace weft::engine
