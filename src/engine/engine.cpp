// SPDX-License-Identifier: BSD-3-Clause
#include "engine/engine.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "mpi/agreed.hpp"
#include "mpi/together.hpp"

namespace weft::engine {
namespace {

std::int64_t bytes_of(std::span<const FileRequest> requests) {
    std::int64_t bytes = 0;
    for (const FileRequest& one : requests) bytes += one.request->bytes();
    return bytes;
}

const Request& nothing(Direction direction) {
    static const Request put{.direction = Direction::put, .pieces = {}};
    static const Request get{.direction = Direction::get, .pieces = {}};
    return direction == Direction::put ? put : get;
}

const Request& request_to(std::size_t file, std::span<const FileRequest> requests,
                          Direction direction) {
    const auto found = std::ranges::find(requests, file, &FileRequest::file);
    return found == requests.end() ? nothing(direction) : *found->request;
}

/// The summary that the run's request would have.
Summary summary_of(const PlainRun& run, const Pace& pace, double arrived) {
    const std::int64_t bytes = std::ssize(run.bytes);
    const std::int64_t both = run.offset | bytes;
    Summary summary{.arrived = arrived,
                    .write_level = static_cast<unsigned>(pace.writes.level()) & 7U,
                    .read_level = static_cast<unsigned>(pace.reads.level()) & 7U};
    if (bytes == 0) return summary;
    summary.begin = run.offset;
    summary.end = run.offset + bytes;
    summary.bytes = bytes;
    summary.runs = 1;
    summary.grain = both & -both;
    return summary;
}

/// Moves the request run by run. Other ranks keep clear of it.
Outcome move_undisturbed(FileEntry& file, const Request& request, const Options& options) {
    file.channel.let_post(true);
    RewriteLease lease(file.other_writers, file.channel);
    Outcome outcome = run_direct(request, {.channel = file.channel,
                                           .options = options,
                                           .cost = file.pace.cost,
                                           .lease = lease,
                                           .neighbours = Neighbours::none});
    outcome.status.keep_first(file.channel.settle());
    return outcome;
}

/// Plans of shared windows say whether they rewrite.
bool may_leave_rewriters(const FilePart& part, Direction direction) {
    if (direction == Direction::get || !part.method().needs.rewriting) return false;
    return !shares_windows(part.plan) || part.plan.rewrites;
}

/// The report names one method of a call: that of the file with most bytes.
void note_plans(const FileParts& parts, CallRecord& call) {
    const FilePart* main = nullptr;
    std::int64_t most = -1;
    for (const FilePart& part : parts) {
        const CallTotals& totals = part.pattern->all;
        if (totals.bytes > std::exchange(most, std::max(most, totals.bytes))) main = &part;
    }
    call.chose(main->plan.method, main->plan.reason);
}

}  // namespace

Engine::Engine(mpi::CommView comm, const std::shared_ptr<CommunicatorState>& state,
               std::span<const EngineFile> files, const Options& options)
    : options_(options),
      interconnect_(comm, state, options_, report_),
      files_(files, report_, state->staging()),
      meeting_(interconnect_, files_, report_),
      planner_(interconnect_, options_, report_),
      executor_(interconnect_, options_) {}

void Engine::expect(std::size_t count, FileTable::LateFiles late_files) {
    files_.expect(count, std::move(late_files));
}

/// Collective.
void Engine::meet(std::span<const FileRequest> requests, std::span<FileSummary> mine,
                  const CallRecord& call) {
    meeting_.meet(requests, mine);
    if (recorder_ != nullptr && rank_count() > 1)
        report_.arrivals.add(call.arrived() - meeting_.first_arrived(),
                             meeting_.last_arrived() - meeting_.first_arrived());
}

Engine::CollectiveOutcome Engine::run_collective(Direction direction,
                                                 std::span<const FileRequest> requests,
                                                 std::int64_t maximum) {
    CallRecord call(report_, {.direction = direction, .is_collective = true}, bytes_of(requests));
    std::vector<FileSummary> mine;
    for (const FileRequest& one : requests) {
        const FileEntry& file = files_[one.file];
        mine.push_back({one.file, summary_of(*one.request, file.channel.unit_bytes(*one.request),
                                             file.pace, maximum, call.arrived())});
    }
    if (mine.empty()) mine.push_back({0, {.maximum = maximum, .arrived = call.arrived()}});
    meet(requests, mine, call);
    if (!goes_straight(direction)) return run_planned(direction, requests, call);
    FileEntry& file = choose_straight(call);
    const Request& request = request_to(meeting_.ranks().front().file, requests, direction);
    const Outcome outcome = move_undisturbed(file, request, options_);
    interconnect_.staging().trim();
    return {outcome, meeting_.maximum()};
}

/// Collective. When the ranks have met: waits for earlier puts that a call must not overtake. The
/// same outcome on all ranks.
Status Engine::keep_order(Direction direction, std::span<const twophase::FilePattern> patterns) {
    std::vector<std::pair<PutOrder*, region::Interval>> touched;
    for (const twophase::FilePattern& pattern : patterns) {
        PutOrder* const order = files_[pattern.file].order;
        if (order != nullptr && pattern.all.bytes > 0)
            touched.emplace_back(order, region::Interval{pattern.all.begin, pattern.all.end});
    }
    if (std::ranges::any_of(touched,
                            [](const auto& one) { return one.first->must_settle(one.second); })) {
        Status mine;
        for (const auto& [order, range] : touched) mine.keep_first(order->settle());
        const mpi::Agreed settled = mpi::agree(interconnect_.comm(), mine);
        if (!settled.ok()) return settled.status();
        for (const auto& [order, range] : touched) order->note_settled();
    }
    if (direction == Direction::put) {
        for (const auto& [order, range] : touched) order->note_put(range);
    }
    return {};
}

/// Collective. When the ranks have met.
Engine::CollectiveOutcome Engine::run_planned(Direction direction,
                                              std::span<const FileRequest> requests,
                                              CallRecord& call) {
    std::vector<twophase::FilePattern>& patterns = meeting_.add_up();
    if (Status kept = keep_order(direction, patterns); !kept.ok())
        return {{kept}, meeting_.maximum()};
    const std::vector<RanksOfFile>& ranks = meeting_.ranks();
    FileParts parts;
    for (twophase::FilePattern& pattern : patterns)
        parts.emplace_back(files_[pattern.file], request_to(pattern.file, requests, direction),
                           &pattern);
    for (std::size_t i = 0; i < ranks.size(); ++i) parts[i].ranks = &ranks[i].ranks;
    planner_.plan(parts, direction);
    note_plans(parts, call);
    CollectiveOutcome outcome{executor_.carry_out(parts, direction), meeting_.maximum()};
    for (const FilePart& part : parts)
        outcome.leaves_rewriters |= may_leave_rewriters(part, direction);
    interconnect_.staging().trim();
    return outcome;
}

/// Uniform. Whether each rank goes straight to the file now that the ranks have met
/// (plan/straight.hpp), with neither plan nor windows, and with plain bytes not even a request.
/// Only ranks do that know what each of the others brings.
bool Engine::goes_straight(Direction direction) {
    const std::vector<RanksOfFile>& all = meeting_.ranks();
    if (all.size() != 1 || !interconnect_.is_one_node()) return false;
    const FileEntry& only = files_[all.front().file];
    return only.channel.kind().is_file &&
           engine::goes_straight(direction, all.front().ranks, options_, only.pace.cost);
}

/// Notes that the ranks go straight to the file, and returns the file.
FileEntry& Engine::choose_straight(CallRecord& call) {
    Reason reason;
    reason.words = "a short run of each rank";
    call.chose(plain_method, reason);
    return files_[meeting_.ranks().front().file];
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
    if (meeting_.keeps_patterns()) {
        const Status made = make();
        return with(run_collective(direction, std::span(&only, 1), 0), made);
    }
    CallRecord call(report_, {.direction = direction, .is_collective = true},
                    std::ssize(mine.bytes));
    std::array<FileSummary, 1> summary = {
        FileSummary{0, summary_of(mine, files_.first().pace, call.arrived())}};
    meet({}, summary, call);
    if (!goes_straight(direction)) {
        const Status made = make();
        call.moved_only(ordinary.bytes());
        return with(run_planned(direction, std::span(&only, 1), call), made);
    }
    PlainOutcome outcome;
    choose_straight(call);
    const Disturbed nobody{.gate = interconnect_.gate()};
    const Result<std::int64_t> moved =
        mine.bytes.empty() ? Result<std::int64_t>(0)
                           : move_plain(direction, files_.first(), mine, nobody, call);
    outcome.call.outcome.status = moved.status();
    outcome.bytes = moved.ok() ? moved.value() : 0;
    return outcome;
}

Outcome Engine::run_independent(Direction direction, std::span<const FileRequest> requests) {
    CallRecord call(report_, {.direction = direction}, bytes_of(requests));
    Outcome outcome;
    FileParts parts;  // each keeps its lease until what it has posted is stored
    Turn turn(interconnect_.comm());
    for (const FileRequest& one : requests) {
        const bool is_apart = is_unshared_put(direction, one);
        if (is_apart && !files_[one.file].channel.begin_apart()) {
            outcome.status.keep_first(
                {Code::enotsupport, "a put to a space that is kept in units needs all ranks"});
            continue;
        }
        FilePart& part = parts.emplace_back(files_[one.file], *one.request);
        const Pace& pace = part.file.pace;
        const SpaceKind space = part.file.channel.kind();
        part.plan = plan_independent(
            direction,
            summary_of(*one.request, part.file.channel.unit_bytes(*one.request), pace, 0, 0),
            options_, pace.cost, rank_count(), space);
        call.chose(part.plan.method, part.plan.reason);
        const bool takes_turns = !is_apart && part.is_put_to_target();
        outcome.add(takes_turns ? executor_.carry_out_in_turns(part, turn)
                                : executor_.carry_out_by_itself(part));
        if (is_apart) part.file.channel.end_apart();
    }
    outcome.status.keep_first(turn.finish());
    for (FilePart& part : parts) outcome.status.keep_first(part.file.channel.settle());
    interconnect_.staging().trim();
    return outcome;
}

/// Whether the put is one of a single rank to a target that other ranks share: they may change the
/// same unit.
bool Engine::is_unshared_put(Direction direction, const FileRequest& one) {
    return direction == Direction::put && rank_count() > 1 &&
           !files_[one.file].channel.kind().is_file;
}

bool Engine::may_run_plain(Direction direction) const {
    return engine::may_run_plain(direction, files_.first().channel, options_);
}

Result<std::int64_t> Engine::run_plain(CallRecord::Kind kind, const PlainRun& run) {
    CallRecord call(report_, kind, std::ssize(run.bytes));
    Reason reason;
    reason.words = "one run";
    call.chose(plain_method, reason);
    const Disturbed disturbed{rank_count() > 1 ? Neighbours::possible : Neighbours::none,
                              interconnect_.gate()};
    return move_plain(kind.direction, files_.first(), run, disturbed, call);
}

Status Engine::fill(const FileRequest& put) {
    return move_undisturbed(files_[put.file], *put.request, options_).status;
}

void Engine::record(bool is_traced) {
    const mpi::CommView comm = interconnect_.comm();
    const FileClock clock = agree_on_clock(comm);
    recorder_ = std::make_unique<Recorder>(clock, is_traced ? Trace::most_events(comm.size()) : 0);
    report_.recorder = recorder_.get();
}

}  // namespace weft::engine
