// SPDX-License-Identifier: BSD-3-Clause
// Collective I/O in two phases (paper 2, section 6) between nodes, by messages.
//
// Each part of the file has an aggregator (twophase/file_domains.hpp, twophase/roles.hpp). What an
// aggregator gets to know of the ranks' bytes, it is told once for each pattern of access
// (twophase/introduction.hpp, twophase/calls.hpp); from then on both ends of every message know
// what is in it, so messages are nothing but data. The ranks of a node put together theirs in
// memory that they share (twophase/client.hpp), and aggregators move them between messages and the
// file (twophase/aggregator.hpp).
//
// Long lists of small pieces would take more room at the aggregators than their data. Such a call
// is done in slabs of the file, one after the other, and described each time, of the pieces that
// are in the slab (twophase/shapes_by_place.hpp).
#include "engine/twophase/two_phase.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/twophase/aggregator.hpp"
#include "engine/twophase/aggregator_placement.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/twophase/client.hpp"
#include "engine/twophase/introduction.hpp"
#include "engine/twophase/node_exchange.hpp"
#include "engine/twophase/shapes_by_place.hpp"
#include "engine/window/turn.hpp"
#include "mpi/agreed.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {
namespace {

using namespace twophase;

class TwoPhase {
public:
    TwoPhase(const FileCall& call, NodeExchange& node_exchange, Turn& turn, mpi::CommView comm)
        : request_(call.request),
          context_(call.context),
          plan_(call.plan),
          pattern_(*call.pattern),
          node_exchange_(node_exchange),
          turn_(turn),
          comm_(comm),
          roles_(assign(whole(), context_.options, node_exchange.nodes())),
          limits_(limits_for(call.plan.window_bytes, comm.size())),
          list_(list_of(call.request)) {}

    /// The status is this rank's own.
    Outcome run() {
        if (pattern_.slabs == 0) pattern_.slabs = count_slabs();
        if (pattern_.slabs > 1) by_place_.emplace(list_);
        const std::int64_t bytes = (plan_.end - plan_.begin + pattern_.slabs - 1) / pattern_.slabs;
        for (std::int64_t begin = plan_.begin; begin < plan_.end;) {
            const std::int64_t end = std::min(round_up(begin + bytes, slab_unit()), plan_.end);
            if (takes_turns()) make_room(end - begin);
            run_slab(begin, end);
            begin = end;
        }
        return {status_, all_in_range_};
    }

private:
    [[nodiscard]] Report& report() const { return context_.channel.report(); }
    [[nodiscard]] std::int64_t unit() const { return context_.channel.kind().unit; }
    /// Whether slabs are turns of a put to a target, which finishes each turn.
    [[nodiscard]] bool takes_turns() const {
        return request_.direction == Direction::put && !context_.channel.kind().is_file;
    }
    /// Aggregators of a target have whole windows of it.
    [[nodiscard]] std::int64_t slab_unit() const {
        return takes_turns() ? plan_.window_bytes : unit();
    }
    /// Before a slab of so many bytes.
    void make_room(std::int64_t bytes) {
        const std::int64_t put = std::min(bytes, pattern_.all.bytes);
        status_.keep_first(turn_.make_room(context_.channel, put / roles_.aggregator_count()));
    }
    /// The shapes that may have bytes in the slab.
    [[nodiscard]] const std::vector<RequestShape>& list() const {
        return by_place_ ? slab_list_ : list_;
    }

    /// Collective.
    int count_slabs() const {
        std::array bytes = {description_memory(list_, roles_.aggregator_count())};
        comm_.all_reduce_sum(bytes);
        const std::int64_t most = std::max<std::int64_t>(
            1, (plan_.end - plan_.begin) / (plan_.window_bytes * roles_.aggregator_count()));
        const std::int64_t slabs =
            std::clamp<std::int64_t>(bytes[0] / limits_.description_bytes, 1, most);
        return static_cast<int>(std::max(slabs, turns()));
    }

    [[nodiscard]] std::int64_t turns() const {
        if (!takes_turns()) return 1;
        // A space may be far longer than what is put.
        const std::int64_t bytes = std::min(plan_.end - plan_.begin, pattern_.all.bytes);
        return 1 + bytes / roles_.aggregator_count() / context_.channel.kind().turn_bytes;
    }

    Divided whole() const {
        return {.file = pattern_.file,
                .begin = plan_.begin,
                .end = plan_.end,
                .window_bytes = plan_.window_bytes,
                .in_order = pattern_.all.in_order,
                .unit = unit()};
    }

    FileDomains domains_of(std::int64_t begin, std::int64_t end) const {
        Divided slab = whole();
        slab.begin = begin;
        slab.end = end;
        return divide(slab, context_.options, roles_);
    }

    /// Collective.
    OthersRequests introduce(const FileDomains& domains) {
        Introduction introduction({list(), domains, roles_, node_exchange_.nodes(),
                                   node_exchange_.node_buffer(), comm_, limits_, report()});
        std::optional<OthersRequests> others = introduction.run();
        if (!others) throw mpi::Failure(shm::rank_died());
        return std::move(*others);
    }

    /// Collective at the first call of a pattern, and at each with several slabs.
    OthersRequests& requests_known_for(const FileDomains& domains) {
        std::optional<OthersRequests>& known = pattern_.others;
        if (!known || pattern_.slabs > 1) known = introduce(domains);
        known->move_to(domains.begin());
        return *known;
    }

    void run_slab(std::int64_t begin, std::int64_t end) {
        const FileDomains domains = domains_of(begin, end);
        if (by_place_) slab_list_ = by_place_->within(domains.begin(), domains.end());
        const OthersRequests& others = requests_known_for(domains);
        // MPI may still use their memory when this rank leaves the call in the middle.
        auto parts = std::make_unique<Parts>(comm_);
        try {
            run_slab(domains, others, *parts);
        } catch (...) {
            (void)parts.release();
            throw;
        }
    }

    struct Parts {
        explicit Parts(mpi::CommView comm) : transfers(comm) {}
        mpi::Transfers transfers;
        std::optional<Aggregator> aggregator;
        std::optional<Client> client;
    };

    void run_slab(const FileDomains& domains, const OthersRequests& others, Parts& parts) {
        std::optional<Aggregator>& aggregator = parts.aggregator;
        for (int domain = 0; domain < domains.count(); ++domain) {
            if (!roles_.leads(domain)) continue;
            aggregator.emplace(
                Aggregator::Setup{request_.direction, context_, roles_, parts.transfers},
                Schedule::Subject{domains, domain, others, limits_});
        }
        Client& client =
            parts.client.emplace(Client::Setup{.request = request_,
                                               .list = list(),
                                               .domains = domains,
                                               .roles = roles_,
                                               .rank = comm_.rank(),
                                               .comm = comm_,
                                               .limits = limits_,
                                               .node_buffer = node_exchange_.node_buffer(),
                                               .transfers = parts.transfers,
                                               .report = report(),
                                               .aggregator = aggregator ? &*aggregator : nullptr});
        if (!client.run()) throw mpi::Failure(shm::rank_died());
        all_in_range_ = all_in_range_ && client.all_in_range();
        if (aggregator) status_.keep_first(aggregator->status());
    }

    const Request& request_;
    const MethodContext& context_;
    const Plan& plan_;
    FilePattern& pattern_;
    NodeExchange& node_exchange_;
    Turn& turn_;
    mpi::CommView comm_;
    Roles roles_;
    ExchangeLimits limits_;
    std::vector<RequestShape> list_;
    std::optional<ShapesByPlace> by_place_;  // of the list, when there are several slabs
    std::vector<RequestShape> slab_list_;
    Status status_;
    bool all_in_range_ = true;
};

/// The seconds of the exchange between nodes.
double exchange_seconds(const CallFacts& call) {
    const CallTotals& all = call.all;
    const CostModel& cost = call.cost;
    const auto access_range = static_cast<double>(all.access_range());
    const auto bytes = static_cast<double>(all.bytes);
    const auto ranks = static_cast<double>(all.ranks);
    const double nodes = call.transport.nodes > 0 ? call.transport.nodes : ranks;
    const double windows = access_range / static_cast<double>(call.options.window_bytes) + 1;
    const double in_parallel = std::min(ranks, nodes * cost.cores);
    // Sparse access ranges are written run by run within the window, so the data count, not the
    // range. Reads move gaps, too.
    const double gaps = std::max(3 * bytes, static_cast<double>(all.runs) * cost.read_over);
    const double moved = call.is_put() ? bytes : std::min(access_range, bytes + gaps);
    const double fresh = call.is_put() ? touched_seconds(all.stretch(), cost) : 0;
    const std::optional<std::int64_t>& known = call.transport.crossing_bytes;
    const double sent = known ? static_cast<double>(*known) : bytes * (1 - 1 / nodes);
    const double crossing = sent / nodes * call.transport.link_byte;
    return moved * call.byte_seconds() + fresh + bytes * cost.exchange_byte / in_parallel +
           crossing + windows * (nodes * cost.message + call.call_seconds()) / in_parallel +
           call.settling();
}

/// Whether so few windows would have data that a hint which enables two-phase is ignored. Shared
/// windows follow one another without a gap, so each window without data costs its ranks a turn; a
/// user who enables them expects windows with data.
bool is_too_sparse_for_windows(const CallFacts& call) {
    if (!call.shares_memory()) return false;
    const std::int64_t window =
        shared_window_bytes(call.direction, call.all, call.options, call.cost);
    constexpr std::int64_t worth = 16;
    return call.all.ranges / window > worth * call.all.runs &&
           call.all.ranges / worth > call.all.bytes;
}

const char* why_demanded(const CallFacts& call) {
    if (call.options.one_host) return "hosts may see different data, so one host moves them all";
    if (call.collective_choice() == Choice::enable && call.space.is_file &&
        !is_too_sparse_for_windows(call))
        return "two_phase enabled by hint";
    return nullptr;
}

/// Collective. Files in windows that ranks share, where they share memory, and spaces with a target
/// by messages.
Outcome run_either_way(std::span<const FileCall> files, const Means& means) {
    std::vector<FileCall> shared;
    std::vector<FileCall> others;
    for (const FileCall& file : files)
        (shares_windows(file.plan) ? shared : others).push_back(file);
    Outcome all;
    if (!shared.empty()) all.add(run_shared_windows(shared, *means.arena, means.comm));
    if (!others.empty()) all.add(run_two_phase(others, *means.node_exchange, means.comm));
    return all;
}

}  // namespace

Outcome run_two_phase(std::span<const FileCall> files, NodeExchange& node_exchange,
                      mpi::CommView comm) {
    Outcome all;
    Turn turn(comm);
    for (const FileCall& file : files) all.add(TwoPhase(file, node_exchange, turn, comm).run());
    all.status.keep_first(turn.finish());
    for (const FileCall& file : files) all.status.keep_first(file.context.channel.settle());
    const PhaseTimer timer(files.front().context.channel.report(), Phase::wait);
    all.status = mpi::agree(comm, all.status).status();
    return all;
}

/// Ranks that share windows convert while one of them writes, so that one is enough.
///
/// What it does: ranks first put their bytes into file order together, then write whole windows.
/// When it is right: the runs of many ranks alternate in the file.
extern const MethodEntry two_phase_method = {
    .name = "two_phase",
    .needs = {.all_ranks = true, .exchange = true, .rewriting = true},
    .seconds =
        [](const CallFacts& call) {
            return call.shares_memory() ? shared_windows_seconds(call) : exchange_seconds(call);
        },
    .is_allowed = [](const CallFacts& call) { return call.collective_choice() != Choice::disable; },
    .is_demanded = why_demanded,
    .run = run_either_way};

}  // namespace weft::engine
