// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <optional>

#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/methods/unit_moves.hpp"
#include "engine/request/pieces_walk.hpp"

namespace weft::engine {

extern const MethodEntry sieve_method;

namespace {

void move_shares(const std::vector<PiecesWalk::Share>& shares, Mover& mover,
                 const FileBuffer& image, Report& report) {
    const PhaseTimer timer(report, Phase::convert);
    for (const PiecesWalk::Share& share : shares)
        mover.move(share.item, share.from, share.to, image);
}

std::int64_t window_bytes_of(Direction direction, const Options& options) {
    return direction == Direction::put ? options.sieve_write_bytes : options.sieve_read_bytes;
}

/// The seconds that sieving ranks lose because they write whole windows to one file at the same
/// time.
double contention_seconds(const CallFacts& call, double windows) {
    return windows * call.cost.contended_call +
           static_cast<double>(call.all.ranges) * call.cost.contended_byte;
}

/// The seconds to move whole access ranges through windows. A put first reads the windows that have
/// holes.
double sieve_seconds(const CallFacts& call) {
    const CallTotals& all = call.all;
    const auto windows_in = [&](std::int64_t ranges, std::int64_t ranks) {
        return static_cast<double>(ranges) /
                   static_cast<double>(window_bytes_of(call.direction, call.options)) +
               static_cast<double>(ranks);
    };
    const auto moving = [&](std::int64_t ranges, std::int64_t ranks) {
        return static_cast<double>(ranges) * call.byte_seconds() +
               windows_in(ranges, ranks) * call.call_seconds();
    };
    double seconds = call.settling() +
                     call.of_all_ranks(moving(all.ranges, all.active), moving(all.most_ranges, 1));
    // The moved bytes are copied once more, between windows and the program's memory.
    seconds += static_cast<double>(all.bytes) * call.cost.window_byte /
               static_cast<double>(std::min<std::int64_t>(all.ranks, call.cost.cores));
    if (call.is_put()) {
        seconds += static_cast<double>(all.ranges_with_holes) * call.cost.read_byte +
                   windows_in(all.ranges_with_holes, all.with_holes) *
                       (transfer_call(Direction::get, call.cost) + call.cost.lock);
        seconds += new_page_seconds(all.access_range(), call.cost);
    }
    if (call.is_contended())
        seconds += contention_seconds(call, windows_in(all.ranges, all.active));
    return seconds;
}

/// If storage takes shapes, it is not worthwhile to move the holes between their runs.
bool may_sieve(const CallFacts& call) {
    const Choice sieve = call.sieve_choice();
    return sieve == Choice::enable || (sieve == Choice::automatic && !call.cost.prefers_shapes);
}

}  // namespace

Outcome run_sieve(const Request& request, const MethodContext& context) {
    const bool put = request.direction == Direction::put;
    const SpaceKind space = context.channel.kind();
    const std::int64_t unit = space.unit;
    const std::int64_t window_bytes =
        window_of(space, window_bytes_of(request.direction, context.options));
    const Choice rewriting = entry_of(context.options.method) == &sieve_method &&
                                     context.options.sieve_write != Choice::disable
                                 ? Choice::enable
                                 : context.options.sieve_write;
    const std::int64_t edges = unit > 1 ? window_bytes | unit : window_bytes;
    const std::int64_t grain = power_of_two_in(request.grain() | edges);
    Window window(context.channel, context.cost, rewriting,
                  Guards(context.channel, context.lease, context.neighbours, context.gate), grain);
    Mover mover(request);
    std::optional<UnitMoves> unit_moves;
    if (!put && !space.is_file) unit_moves.emplace(request, unit);
    const auto move_unit = [&](std::int64_t begin) { unit_moves->move(begin, window.image()); };
    PiecesWalk walk{PieceShapes(request)};
    std::int64_t behind = request.begin();
    const std::int64_t end = request.end();
    Status status;
    for (auto at = walk.seek(behind); at && status.ok(); at = walk.seek(behind)) {
        // Windows are aligned in the same way on all ranks: a rank that is locked out waits for one
        // window of another rank, not for two that it has a part of. And each window begins where
        // the last one ends.
        const std::int64_t aligned = *at - *at % window_bytes;
        const std::int64_t start = std::max(aligned, behind);
        const std::int64_t stop = std::min(aligned + window_bytes, end);
        behind = stop;
        const WindowSpan span(context.channel.report(), start, stop);
        window.place(start, stop);
        const std::vector<PiecesWalk::Share>& shares = walk.take(*at, stop);
        for (const PiecesWalk::Share& share : shares)
            window.mark(request.direction, request.pieces[share.item].file, share.from, share.to);
        if (unit_moves) {
            unit_moves->expect(shares);
            status = window.load(request.direction, move_unit);
            if (status.ok()) unit_moves->move_rest(window.image());
            continue;
        }
        status = window.load(request.direction);
        if (!status.ok()) break;
        move_shares(shares, mover, window.image(), context.channel.report());
        if (put) status = window.store();
    }
    return {status, mover.all_in_range() && (!unit_moves || unit_moves->all_in_range())};
}

/// What it does: moves a whole window of the file and preserves what lies in the holes.
/// When it is right: one rank has short runs close together.
const MethodEntry sieve_method = {.name = "sieve",
                                  .needs = {.rewriting = true},
                                  .seconds = sieve_seconds,
                                  .is_allowed = may_sieve,
                                  .run = [](std::span<const FileCall> files, const Means&) {
                                      return run_sieve(files.front().request,
                                                       files.front().context);
                                  }};

}  // namespace weft::engine
