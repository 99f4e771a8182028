// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/methods/sweep.hpp"

namespace weft::engine {
namespace {

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
    const std::int64_t grain = power_of_two_in(request.grain() | window_bytes);
    Window window(context.channel, context.cost, rewriting,
                  Guards(context.channel, context.solitude, context.neighbours, context.gate),
                  grain);
    Mover mover(request);
    Sweep sweep(request);
    const std::int64_t end = request.end();
    Status status;
    for (auto at = sweep.next_offset(); at && status.ok(); at = sweep.next_offset()) {
        const std::int64_t stop = std::min(*at + window_bytes, end);
        const WindowSpan span(context.channel.report(), *at, stop);
        window.place(*at, stop);
        const std::vector<Sweep::Share>& shares = sweep.advance(*at, stop);
        for (const Sweep::Share& share : shares)
            window.mark(request.direction, request.pieces[share.piece].file, share.from, share.to);
        status = window.load(request.direction);
        if (!status.ok()) break;
        move_shares(shares, mover, window.image(), context.channel.report());
        if (put) status = window.store();
    }
    return {status, mover.all_in_range()};
}

}  // namespace weft::engine
