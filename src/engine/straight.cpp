// SPDX-License-Identifier: BSD-3-Clause
// Collective calls in which each rank goes straight to the file once the ranks have met
// (plan/straight.hpp): neither plan nor windows, and of plain bytes not even a request.
#include "engine/plan/straight.hpp"

#include <array>

#include "engine/engine.hpp"
#include "mpi/together.hpp"

namespace weft::engine {
namespace {

/// The summary that the run's request would have.
Summary summary_of(const Engine::PlainRun& run, double arrived) {
    const std::int64_t bytes = std::ssize(run.bytes);
    if (bytes == 0) return {.arrived = arrived};
    const std::int64_t both = run.offset | bytes;
    return {.begin = run.offset,
            .end = run.offset + bytes,
            .bytes = bytes,
            .runs = 1,
            .grain = both & -both,
            .arrived = arrived};
}

}  // namespace

/// Uniform. Only between ranks that know what each of the others brings.
bool Engine::goes_straight(Direction direction) {
    if (all_ranks_.size() != 1 || !may_share_memory() || !state_->is_one_node()) return false;
    const RanksOfFile& all = all_ranks_.front();
    const OneFile& only = file(all.file);
    return only.channel.kind().is_file &&
           engine::goes_straight(direction, all.ranks, options_, only.pace.cost);
}

void Engine::note_straight(Direction direction, CallRecord& call) {
    Reason reason;
    reason.words = "a short run of each rank";
    call.chose(plain_method, reason);
    const RanksOfFile& all = all_ranks_.front();
    if (direction == Direction::put) file(all.file).written.add(totals_of(all.ranks));
}

Outcome Engine::go_straight(const Request& request, CallRecord& call) {
    note_straight(request.direction, call);
    OneFile& file = this->file(all_ranks_.front().file);
    file.channel.let_post(true);
    RewriteLease lease(file.other_writers, file.channel);
    Outcome outcome = run_direct(request, {.channel = file.channel,
                                           .options = options_,
                                           .cost = file.pace.cost,
                                           .lease = lease,
                                           .neighbours = Neighbours::none});
    outcome.status.keep_first(file.channel.settle());
    state_->staging().trim();
    return outcome;
}

Result<std::int64_t> Engine::go_straight(Direction direction, const PlainRun& mine,
                                         CallRecord& call) {
    note_straight(direction, call);
    if (mine.bytes.empty()) return std::int64_t{0};
    OneFile& file = *files_.front();
    if (direction == Direction::get) {
        const Result<std::int64_t> got = file.channel.read_to_end(mine.offset, mine.bytes);
        if (got.ok()) call.moved_only(got.value());
        return got;
    }
    const Status written = write_plain(file, mine, Neighbours::none);
    if (!written.ok()) return written;
    return std::ssize(mine.bytes);
}

Engine::PlainOutcome Engine::run_collective(Direction direction, const PlainRun& mine,
                                            const std::function<Status(Request&)>& request) {
    Request ordinary;
    ordinary.direction = direction;
    const FileRequest only{0, &ordinary};
    const auto make = [&] {
        const Status made = mpi::local([&] { return request(ordinary); });
        if (!made.ok()) ordinary.pieces.clear();
        return made;
    };
    const auto with = [](CollectiveOutcome outcome, const Status& made) {
        outcome.outcome.status.keep_first(made);
        return PlainOutcome{outcome, std::nullopt};
    };
    if (keeps_patterns()) {
        const Status made = make();
        return with(run_collective(direction, std::span(&only, 1), 0), made);
    }
    CallRecord call(report_, {.direction = direction, .is_collective = true},
                    std::ssize(mine.bytes));
    std::array<FileSummary, 1> summary = {FileSummary{0, summary_of(mine, call.arrived())}};
    const Pace& pace = files_.front()->pace;
    summary[0].summary.write_level = static_cast<unsigned>(pace.writes.level()) & 7U;
    summary[0].summary.read_level = static_cast<unsigned>(pace.reads.level()) & 7U;
    meet({}, summary, call);
    if (!goes_straight(direction)) {
        const Status made = make();
        call.moved_only(ordinary.bytes());
        return with(run_planned(direction, std::span(&only, 1), call), made);
    }
    PlainOutcome outcome;
    const Result<std::int64_t> moved = go_straight(direction, mine, call);
    outcome.call.outcome.status = moved.status();
    outcome.bytes = moved.ok() ? moved.value() : 0;
    return outcome;
}

}  // namespace weft::engine
