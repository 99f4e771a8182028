// SPDX-License-Identifier: BSD-3-Clause
#include "engine/executor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "region/interval.hpp"

namespace weft::engine {
namespace {

constexpr std::int64_t chunk_bytes = 1 << 20;
constexpr std::int64_t most_bytes = 128 << 20;  // of a rank, as it keeps of what it writes

/// The range of a file to read, unless it is mostly holes; then an empty one.
region::Interval dense_range(std::int64_t begin, std::int64_t end, std::int64_t bytes) {
    return 2 * bytes >= end - begin ? region::Interval{begin, end} : region::Interval{};
}

/// Asks for the data of a call to several files, each on a storage target of its own. Reading would
/// wait for one target while the others rest, so a rank asks all of them, before it waits for any.
/// Data that the ranks of a node read together are asked for by the ranks in turns, from the
/// beginning of all files; each rank asks for the rest itself.
void read_ahead(FileParts& parts, mpi::CommView comm) {
    if (parts.size() < 2) return;
    struct Wanted {
        Channel* channel;
        region::Interval range;
        bool is_shared;
    };
    std::vector<Wanted> all_wanted;
    std::int64_t longest = 0;
    for (FilePart& part : parts) {
        const bool is_shared = shares_windows(part.plan);
        const bool is_of_others = part.method().needs.all_ranks && !is_shared;
        if (!part.plan.cost.on_own_target || is_of_others || !part.file.channel.kind().is_file)
            continue;
        const CallTotals& all = part.pattern->all;
        const Request& mine = part.request;
        const region::Interval range = is_shared
                                           ? dense_range(all.begin, all.end, all.bytes)
                                           : dense_range(mine.begin(), mine.end(), mine.bytes());
        all_wanted.push_back({&part.file.channel, range, is_shared});
        longest = std::max(longest, range.length());
    }
    std::int64_t asked = 0;
    for (std::int64_t i = 0; i * chunk_bytes < longest && asked < most_bytes; ++i) {
        for (const Wanted& wanted : all_wanted) {
            const std::int64_t begin = wanted.range.begin + i * chunk_bytes;
            const std::int64_t end = std::min(begin + chunk_bytes, wanted.range.end);
            if (begin >= end || (wanted.is_shared && i % comm.size() != comm.rank())) continue;
            wanted.channel->will_read(begin, end - begin);
            asked += end - begin;
        }
    }
}

/// About how many bytes of units of a target the rank loads.
std::int64_t bytes_to_load(const FilePart& part, int ranks) {
    const SpaceKind space = part.file.channel.kind();
    if (space.is_file) return 0;
    if (part.method().needs.all_ranks) return part.pattern->all.unit_bytes / ranks;
    return part.request.units(space.unit) * space.unit;
}

}  // namespace

MethodContext Executor::context_of(FilePart& part) const {
    const bool is_alone = part.pattern == nullptr;
    const MethodEntry& method = part.method();
    // Within a collective call all ranks use the same method for a file, and neighbours are only
    // disturbed by what a rank rewrites on its own.
    const bool is_rewriter = !method.needs.all_ranks && method.needs.rewriting;
    const bool side_by_side = interconnect_.comm().size() > 1 && (is_alone || is_rewriter);
    // A put of shapes does not rewrite what lies between their runs.
    const bool is_disturbed = side_by_side && !part.plan.cost.prefers_shapes;
    part.file.channel.let_post(!is_disturbed);
    part.file.channel.will_load(bytes_to_load(part, interconnect_.comm().size()));
    if (part.request.direction == Direction::get && announces_units(part.file.channel)) {
        std::vector<std::int64_t> units;  // where ranks meet, aggregators tell of their own
        if (!method.needs.all_ranks)
            units = part.request.unit_numbers(part.file.channel.kind().unit);
        part.file.channel.will_load(std::move(units));
    }
    return {.channel = part.file.channel,
            .options = options_,
            .cost = part.plan.cost,
            .lease = part.lease,
            .neighbours = is_disturbed ? Neighbours::possible : Neighbours::none,
            .gate = is_alone ? interconnect_.gate() : nullptr,
            .turns = arena_windows(part.plan, part.request.direction)
                         ? &interconnect_.arena()->writer_slots()
                         : nullptr,
            .writers = static_cast<std::uint32_t>(part.plan.writers)};
}

FileCall Executor::file_call_of(FilePart& part) const {
    return {.request = part.request,
            .context = context_of(part),
            .plan = part.plan,
            .ranks = part.ranks,
            .pattern = part.pattern};
}

Outcome Executor::carry_out_by_itself(FilePart& part) {
    const FileCall call = file_call_of(part);
    return part.method().run(std::span(&call, 1), {.comm = interconnect_.comm()});
}

/// Collective, of a put to a target: all finish what they have stored before they store more.
Outcome Executor::carry_out_in_turns(FilePart& part, Turn& turn) {
    Channel& channel = part.file.channel;
    const SpaceKind space = channel.kind();
    const std::int64_t most_bytes =
        part.pattern == nullptr ? part.request.bytes() : part.pattern->all.most_bytes;
    const std::int64_t turns = 1 + most_bytes / space.turn_bytes;
    Outcome outcome;
    for (std::int64_t i = 0; i < turns; ++i) {
        outcome.status.keep_first(turn.make_room(channel, most_bytes / turns));
        const Request some = part.request.part_in_turn(i, turns, space.unit);
        const FileCall call{.request = some,
                            .context = context_of(part),
                            .plan = part.plan,
                            .ranks = part.ranks,
                            .pattern = part.pattern};
        outcome.add(part.method().run(std::span(&call, 1), {.comm = interconnect_.comm()}));
    }
    return outcome;
}

/// Each rank works on its own, but begins with a different file: otherwise they would get in each
/// other's way.
Outcome Executor::carry_out_apart(FileParts& parts) {
    Outcome outcome;
    const mpi::CommView comm = interconnect_.comm();
    const std::size_t first = parts.size() * static_cast<std::size_t>(comm.rank()) /
                              static_cast<std::size_t>(comm.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        FilePart& part = parts[(first + i) % parts.size()];
        if (!part.method().needs.all_ranks && !part.is_put_to_target())
            outcome.add(carry_out_by_itself(part));
    }
    return outcome;
}

/// Collective. A method that brings ranks together takes all its files in one go.
Outcome Executor::carry_out_together(FileParts& parts, const MethodEntry& method) {
    std::vector<FileCall> files;
    for (FilePart& part : parts)
        if (&part.method() == &method) files.push_back(file_call_of(part));
    if (files.empty()) return {};
    Means means{.comm = interconnect_.comm()};
    if (method.needs.exchange) {
        means.arena = interconnect_.arena();
        const auto shares = [](const FileCall& file) { return shares_windows(file.plan); };
        if (!std::ranges::all_of(files, shares))
            means.node_exchange = &interconnect_.node_exchange();
    }
    return method.run(files, means);
}

Outcome Executor::carry_out(FileParts& parts, Direction direction) {
    const mpi::CommView comm = interconnect_.comm();
    if (direction == Direction::get) read_ahead(parts, comm);
    Outcome outcome = carry_out_apart(parts);
    Turn turn(comm);
    for (FilePart& part : parts)
        if (!part.method().needs.all_ranks && part.is_put_to_target())
            outcome.add(carry_out_in_turns(part, turn));
    outcome.status.keep_first(turn.finish());
    for (const MethodEntry* method : method_table())
        if (method->needs.all_ranks) outcome.add(carry_out_together(parts, *method));
    for (FilePart& part : parts) outcome.status.keep_first(part.file.channel.settle());
    return outcome;
}

}  // namespace weft::engine
