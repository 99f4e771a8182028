// SPDX-License-Identifier: BSD-3-Clause
#include "engine/engine.hpp"

#include <algorithm>
#include <utility>

#include "engine/plan/gathered.hpp"
#include "engine/twophase/roles.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {
namespace {

static_assert(shm::WindowArena::message_bytes >= gathered_bytes);

twophase::Calls::Call gathered_call(twophase::CallPattern& pattern,
                                    const std::vector<Summary>& ranks) {
    const auto arrived = std::ranges::minmax(ranks, {}, &Summary::arrived);
    const auto most = std::ranges::max(ranks, {}, &Summary::maximum);
    return {&pattern, most.maximum, arrived.min.arrived, arrived.max.arrived};
}

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

}  // namespace

Engine::Engine(mpi::CommView comm, std::shared_ptr<CommunicatorState> state,
               std::span<const EngineFile> files, const Options& options)
    : comm_(comm), state_(std::move(state)), options_(options) {
    for (const EngineFile& file : files) files_.push_back(with_channel(file));
}

std::unique_ptr<Engine::OneFile> Engine::with_channel(const EngineFile& file) {
    Staging& staging = state_->staging();
    return std::make_unique<OneFile>(OneFile{
        file.target != nullptr ? Channel(*file.target, file.unit, report_, file.pace, staging)
                               : Channel(*file.bytes, report_, file.pace, staging),
        file.pace, file.other_writers});
}

void Engine::expect(std::size_t count, LateFiles late_files) {
    files_.resize(count);
    late_files_ = std::move(late_files);
}

Engine::OneFile& Engine::file(std::size_t number) {
    std::unique_ptr<OneFile>& file = files_[number];
    if (file == nullptr) file = with_channel(late_files_(number));
    return *file;
}

Summary Engine::summarise(const FileRequest& one, std::int64_t maximum, double arrived) {
    const Pace& pace = file(one.file).pace;
    return {.begin = one.request->begin(),
            .end = one.request->end(),
            .bytes = one.request->bytes(),
            .runs = one.request->runs(),
            .grain = one.request->grain(),
            .maximum = maximum,
            .arrived = arrived,
            .write_level = static_cast<unsigned>(pace.writes.level()) & 7U,
            .read_level = static_cast<unsigned>(pace.reads.level()) & 7U};
}

std::vector<FileSummary> Engine::summarise(std::span<const FileRequest> requests,
                                           std::int64_t maximum, double arrived) {
    std::vector<FileSummary> summaries;
    for (const FileRequest& one : requests)
        summaries.push_back({one.file, summarise(one, maximum, arrived)});
    if (summaries.empty()) summaries.push_back({0, {.maximum = maximum, .arrived = arrived}});
    return summaries;
}

/// Collective. Every rank's bytes; nothing when a rank has died. Through shared memory where there
/// is some, which then is ready for a call's windows.
std::optional<std::vector<std::byte>> Engine::share(std::span<const std::byte> mine) {
    const PhaseTimer timer(report_, Phase::wait);
    shm::WindowArena* const arena = shares_memory() ? state_->arena() : nullptr;
    if (arena != nullptr) return arena->begin_call(mine);
    return comm_.all_gather(mine);
}

/// Collective. What all ranks bring to a call: `all_`, and where all know it of each other,
/// `all_ranks_`. Fails on all ranks when one has died.
void Engine::meet(std::span<const FileRequest> requests, std::span<FileSummary> mine,
                  const CallRecord& call) {
    const bool messages = comm_.size() > 1 && !(shares_memory() && state_->arena() != nullptr);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const Request& request = *requests[i].request;
        if (messages || !file(requests[i].file).channel.kind().is_file)
            mine[i].summary.in_order = twophase::needs_order(request) ? 1 : 0;
        if (keeps_patterns())
            mine[i].summary.fingerprint =
                twophase::fingerprint(request) & twophase::fingerprint_bits;
    }
    if (keeps_patterns()) {
        all_ranks_.clear();
        const PhaseTimer timer(report_, Phase::wait);
        all_ = calls_.begin(comm_, mine, files_.size());
    } else {
        const auto all_gather = [this](std::span<const std::byte> bytes) {
            return comm_.size() > 1 ? share(bytes) : std::vector(bytes.begin(), bytes.end());
        };
        if (!gather_summaries(mine, files_.size(), all_gather, all_ranks_))
            throw mpi::Failure(shm::rank_died(), true);
        all_ = gathered_call(passing_, all_ranks_.front().ranks);
    }
    if (recorder_ != nullptr && comm_.size() > 1)
        report_.arrivals.add(call.arrived() - all_.first_arrived,
                             all_.last_arrived - all_.first_arrived);
}

Engine::CollectiveOutcome Engine::run_collective(Direction direction,
                                                 std::span<const FileRequest> requests,
                                                 std::int64_t maximum) {
    CallRecord call(report_, {.direction = direction, .is_collective = true}, bytes_of(requests));
    std::vector<FileSummary> mine = summarise(requests, maximum, call.arrived());
    meet(requests, mine, call);
    if (!goes_straight(direction)) return run_planned(direction, requests, call);
    const std::size_t file = all_ranks_.front().file;
    return {go_straight(request_to(file, requests, direction), call), all_.maximum};
}

/// Collective. When the ranks have met.
Engine::CollectiveOutcome Engine::run_planned(Direction direction,
                                              std::span<const FileRequest> requests,
                                              CallRecord& call) {
    if (!keeps_patterns()) passing_.files.clear();
    for (const RanksOfFile& file : all_ranks_)
        passing_.files.push_back({.file = file.file, .all = totals_of(file.ranks)});
    FileParts parts;
    for (twophase::FilePattern& pattern : all_.pattern->files)
        parts.emplace_back(file(pattern.file), request_to(pattern.file, requests, direction),
                           &pattern);
    for (std::size_t i = 0; i < all_ranks_.size(); ++i) parts[i].ranks = &all_ranks_[i].ranks;
    plan_together(parts, direction);
    prepare_windows(parts, direction);
    const Status settled = settle_rewriting(parts);
    if (!settled.ok()) throw mpi::Failure(settled, true);
    note_plans(parts, direction, call);
    if (direction == Direction::get) read_ahead(parts);
    CollectiveOutcome outcome{carry_out(parts), all_.maximum};
    for (const FilePart& part : parts)
        outcome.leaves_rewriters |= may_leave_rewriters(part, direction);
    state_->staging().trim();
    return outcome;
}

/// Plans of shared windows say whether they rewrite.
bool Engine::may_leave_rewriters(const FilePart& part, Direction direction) {
    if (direction == Direction::get || part.method().writes_own_bytes_only) return false;
    return !shares_windows(part.plan) || part.plan.rewrites;
}

/// The report names one method of a call: that of the file with most bytes.
void Engine::note_plans(const FileParts& parts, Direction direction, CallRecord& call) {
    const FilePart* main = nullptr;
    std::int64_t most = -1;
    for (const FilePart& part : parts) {
        const CallTotals& totals = part.pattern->all;
        if (direction == Direction::put) part.file.written.add(totals);
        if (totals.bytes > std::exchange(most, std::max(most, totals.bytes))) main = &part;
    }
    call.chose(main->plan.method, main->plan.reason);
}

void Engine::prepare_independent() {
    if (may_share_memory()) state_->make_gate(comm_);
}

Outcome Engine::run_independent(Direction direction, std::span<const FileRequest> requests) {
    CallRecord call(report_, {.direction = direction}, bytes_of(requests));
    Outcome outcome;
    FileParts parts;  // each keeps its lease until what it has posted is stored
    for (const FileRequest& one : requests) {
        if (is_unshared_put(direction, one)) {
            outcome.status.keep_first(
                {Code::enotsupport, "a put to a space that is kept in units needs all ranks"});
            continue;
        }
        FilePart& part = parts.emplace_back(file(one.file), *one.request);
        part.plan = plan_independent(direction, summarise(one, 0, 0), options_, part.file.pace.cost,
                                     comm_.size(), part.file.channel.kind());
        call.chose(part.plan.method, part.plan.reason);
        outcome.add(carry_out_by_itself(part));
    }
    for (FilePart& part : parts)
        outcome.status.keep_first(part.file.channel.finish(direction, comm_));
    state_->staging().trim();
    return outcome;
}

/// Ranks on their own may change the same unit of a target.
bool Engine::is_unshared_put(Direction direction, const FileRequest& one) {
    return direction == Direction::put && comm_.size() > 1 &&
           !file(one.file).channel.kind().is_file;
}

Status Engine::fill(const FileRequest& put) {
    OneFile& file = this->file(put.file);
    RewriteLease lease(file.other_writers, file.channel);
    file.channel.let_post(true);
    Status status = run_direct(*put.request, {.channel = file.channel,
                                              .options = options_,
                                              .cost = file.pace.cost,
                                              .lease = lease,
                                              .neighbours = Neighbours::none})
                        .status;
    status.keep_first(file.channel.settle());
    return status;
}

shm::RewriteGate* Engine::gate() const {
    return may_share_memory() ? state_->gate() : nullptr;
}

MethodContext Engine::context_of(FilePart& part) {
    const bool is_alone = part.pattern == nullptr;
    const MethodEntry& method = part.method();
    // Within a collective call all ranks use the same method for a file, and only what each
    // rewrites on its own disturbs neighbours.
    const bool is_rewriter = !method.needs.all_ranks && !method.writes_own_bytes_only;
    const bool side_by_side = comm_.size() > 1 && (is_alone || is_rewriter);
    // Nobody rewrites what lies between the runs of shapes.
    const bool is_disturbed = side_by_side && !part.plan.cost.prefers_shapes;
    part.file.channel.let_post(!is_disturbed);
    return {.channel = part.file.channel,
            .options = options_,
            .cost = part.plan.cost,
            .lease = part.lease,
            .neighbours = is_disturbed ? Neighbours::possible : Neighbours::none,
            .gate = is_alone ? gate() : nullptr,
            .turns = arena_windows(part.plan, part.request.direction)
                         ? &state_->arena()->writer_slots()
                         : nullptr,
            .writers = static_cast<std::uint32_t>(part.plan.writers)};
}

FileCall Engine::file_call_of(FilePart& part) {
    return {.request = part.request,
            .context = context_of(part),
            .plan = part.plan,
            .ranks = part.ranks,
            .pattern = part.pattern};
}

/// By a method in which each file is by itself.
Outcome Engine::carry_out_by_itself(FilePart& part) {
    const FileCall call = file_call_of(part);
    return part.method().run(std::span(&call, 1), {.comm = comm_});
}

/// Each rank by itself, but with a file of its own first: they would get in each other's way.
Outcome Engine::carry_out_apart(FileParts& parts) {
    Outcome outcome;
    const std::size_t first = parts.size() * static_cast<std::size_t>(comm_.rank()) /
                              static_cast<std::size_t>(comm_.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        FilePart& part = parts[(first + i) % parts.size()];
        if (!part.method().needs.all_ranks) outcome.add(carry_out_by_itself(part));
    }
    return outcome;
}

/// Collective. A method that brings ranks together takes all its files in one go.
Outcome Engine::carry_out_together(FileParts& parts, const MethodEntry& method) {
    std::vector<FileCall> files;
    for (FilePart& part : parts)
        if (&part.method() == &method) files.push_back(file_call_of(part));
    if (files.empty()) return {};
    Means means{.comm = comm_};
    if (method.needs.exchange) {
        means.arena = state_->arena();
        const auto shares = [](const FileCall& file) { return shares_windows(file.plan); };
        if (!std::ranges::all_of(files, shares)) means.node_exchange = &node_exchange();
    }
    return method.run(files, means);
}

/// Collective.
Outcome Engine::carry_out(FileParts& parts) {
    Outcome outcome = carry_out_apart(parts);
    for (const MethodEntry* method : method_table())
        if (method->needs.all_ranks) outcome.add(carry_out_together(parts, *method));
    for (FilePart& part : parts) {
        Channel& channel = part.file.channel;
        // Methods of all ranks have finished their targets, before their ranks agreed.
        outcome.status.keep_first(part.method().needs.all_ranks
                                      ? channel.settle()
                                      : channel.finish(part.request.direction, comm_));
    }
    return outcome;
}

void Engine::record(bool is_traced) {
    const Clock clock = agree_on_clock(comm_);
    recorder_ = std::make_unique<Recorder>(clock, is_traced ? Trace::most_events(comm_.size()) : 0);
    report_.recorder = recorder_.get();
}

}  // namespace weft::engine
