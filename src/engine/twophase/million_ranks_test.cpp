// SPDX-License-Identifier: BSD-3-Clause
// Calls of 1,048,576 ranks on 16,384 nodes: what they cost a rank, its node and an aggregator. What
// a rank does is done for some of the ranks and aggregators, by the code that does it in earnest;
// nothing is moved.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <deque>

#include "engine/plan/plan.hpp"
#include "engine/twophase/batches.hpp"
#include "engine/twophase/description.hpp"
#include "engine/twophase/node_buffer.hpp"
#include "engine/twophase/others_requests.hpp"
#include "engine/twophase/roles.hpp"
#include "engine/twophase/schedule.hpp"
#include "engine/twophase/steps.hpp"

namespace weft::engine::twophase {
namespace {

using region::FileShape;
using region::Nest;

constexpr std::int64_t ranks = 1 << 20;
constexpr int nodes = 1 << 14;
constexpr std::int64_t ranks_of_node = ranks / nodes;
constexpr std::int64_t header = 8192;

/// The bytes that each rank brings: about a mebibyte.
struct Pattern {
    const char* name;
    Nest (*nest_of)(std::int64_t rank);
};

Nest column(std::int64_t rank) {
    constexpr std::int64_t run = 2048;
    return {header + rank * run, run, {{512, ranks * run}}};
}

Nest block(std::int64_t rank) {
    constexpr std::int64_t across = 1024;
    constexpr std::int64_t run = 2048;
    constexpr std::int64_t pitch = across * run;
    return {header + rank / across * 512 * pitch + rank % across * run, run, {{512, pitch}}};
}

Nest records(std::int64_t rank) {
    constexpr std::int64_t run = 16'396;
    return {header + rank * run, run, {{64, ranks * run + 100}}};
}

constexpr Pattern patterns[] = {{"columns", column}, {"blocks", block}, {"records", records}};

/// Bytes that are in use now.
std::int64_t heap() {
    const struct mallinfo2 now = mallinfo2();
    return static_cast<std::int64_t>(now.uordblks + now.hblkhd);
}

/// The cost of one rank in memory and messages.
struct CostOfRank {
    std::int64_t memory = 0;  // at most, its share of its node's included
    std::int64_t control = 0;
    std::int64_t messages = 0;  // of data
};

/// A call as far as all ranks know it.
class Call {
public:
    explicit Call(const Pattern& pattern) : pattern_(pattern) {
        for (std::int64_t rank = 0; rank < ranks; ++rank) {
            const Nest nest = pattern.nest_of(rank);
            totals_.add(Summary{.begin = nest.base(),
                                .end = nest.end(),
                                .bytes = nest.bytes(),
                                .runs = nest.bytes() / nest.run(),
                                .grain = 4});
        }
    }

    [[nodiscard]] FileDomains domains(const Roles& roles) const {
        return FileDomains({.begin = totals_.begin,
                            .end = totals_.end,
                            .window_bytes = window,
                            .aggregators = roles.aggregator_count()});
    }
    [[nodiscard]] const CallTotals& totals() const { return totals_; }

    CostOfRank of_rank(std::int64_t rank) const;
    void of_aggregator(int domain, std::int64_t& messages, std::int64_t& windows) const;

    static constexpr std::int64_t window = 16 << 20;
    [[nodiscard]] static ExchangeLimits limits() { return limits_for(window, ranks); }

private:
    const Pattern& pattern_;
    CallTotals totals_;
};

/// The bytes of a node's ranks in one batch for each domain, as all of them add them up.
std::vector<std::int64_t> bytes_of_node(const FileDomains& domains, const Batches::Batch& of_one) {
    std::vector<std::int64_t> bytes(static_cast<std::size_t>(domains.count()));
    for (const Batches::Stop& stop : of_one.stops)
        bytes[static_cast<std::size_t>(stop.domain)] = ranks_of_node * stop.bytes;
    return bytes;
}

CostOfRank Call::of_rank(std::int64_t rank) const {
    const std::int64_t before = heap();
    CostOfRank cost;
    const mpi::NodeMap map = mpi::nodes_in_blocks(ranks, nodes, static_cast<int>(rank));
    const Roles roles(map, 0, map.count());
    const FileDomains all = domains(roles);
    const FileShape shape(pattern_.nest_of(rank));
    const std::vector<RequestShape> list = {{&shape, 0, 1}};
    // The ranks of its node tell about the same, and share the sending.
    constexpr std::int64_t heading = 16;
    std::int64_t told = 0;
    all.for_each_within_reach(shape.base(), shape.end(), [&](int domain) {
        if (roles.node_of(domain) == map.here().node) return;
        const std::int64_t bytes = std::ssize(describe(list, all, domain).bytes());
        told = std::max(told, bytes + heading);
        if (roles.is_delegate_for(domain)) cost.control += ranks_of_node * (bytes + heading);
    });
    const std::int64_t shared =
        NodeBuffer::bytes_for(ranks_of_node, 1 + roles.aggregator_count()) / ranks_of_node;
    Batches batches(list, all);
    while (const auto batch = batches.next()) {
        const std::vector<std::int64_t> begins = bytes_of_node(all, *batch);
        const std::vector<std::int64_t> bytes = begins;
        const std::vector<Step> steps = steps_of(bytes, limits());
        cost.memory = std::max(cost.memory, heap() - before + shared);
        for (const Step& step : steps) {
            for (const Fragment& fragment : step) {
                if (roles.is_delegate_for(fragment.domain) &&
                    roles.node_of(fragment.domain) != map.here().node)
                    ++cost.messages;
            }
        }
    }
    // The reductions with which a call begins and ends, up and down a tree.
    cost.control += 2 * 2 * 512;
    return cost;
}

/// An aggregator that has heard of every rank.
void Call::of_aggregator(int domain, std::int64_t& messages, std::int64_t& windows) const {
    const mpi::NodeMap map = mpi::nodes_in_blocks(ranks, nodes, 0);
    const Roles roles(map, 0, map.count());
    const FileDomains all = domains(roles);
    OthersRequests others{all.begin(), {}};
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        const FileShape shape(pattern_.nest_of(rank));
        const Description description = describe({{&shape, 0, 1}}, all, domain);
        if (description.empty()) continue;
        others.members.push_back(
            {.node = static_cast<int>(rank / ranks_of_node),
             .place = static_cast<int>(rank % ranks_of_node),
             .described = Described::read(description.bytes(), all.begin()).value()});
    }
    Schedule schedule({all, domain, others, limits()});
    for (; schedule.upcoming(); schedule.pass()) {
        windows += schedule.upcoming()->begins_job() ? 1 : 0;
        messages += schedule.upcoming()->node() == roles.node_of(domain) ? 0 : 1;
    }
}

/// Generalised two-phase I/O (paper 2, section 6.2) with one rank of each node that performs I/O:
/// every rank tells all others where its bytes begin and end, and each that performs I/O its
/// offsets and lengths; then all talk about every buffer.
struct CostOfPaper {
    std::int64_t memory = 0;
    std::int64_t control = 0;
    std::int64_t messages = 0;
    std::int64_t storage_requests = 0;  // of all
};

CostOfPaper paper_of_rank(const Pattern& pattern, const CallTotals& totals, std::int64_t rank) {
    const Nest nest = pattern.nest_of(rank);
    const std::int64_t domain = (totals.end - totals.begin + nodes - 1) / nodes;
    const std::int64_t buffers = (domain + Call::window - 1) / Call::window;
    const std::int64_t touched = std::min<std::int64_t>(
        nest.bytes() / nest.run(),
        (nest.end() - 1 - totals.begin) / domain - (nest.base() - totals.begin) / domain + 1);
    constexpr std::int64_t pair = 16;
    return {.memory = ranks * pair + nest.bytes() / nest.run() * pair,
            .control = pair * (ranks - 1) + nest.bytes() / nest.run() * pair +
                       buffers * touched * std::int64_t{sizeof(std::int64_t)},
            .messages = touched * buffers,
            .storage_requests = nodes * buffers};
}

void expect_little(const Pattern& pattern) {
    const Call call(pattern);
    ASSERT_EQ(call.totals().ranks, ranks);
    CostOfRank most;
    CostOfPaper theirs;
    for (const std::int64_t rank : {1L, 63L, 12'345L, ranks / 2 + 1, ranks - 1}) {
        const CostOfRank cost = call.of_rank(rank);
        most.memory = std::max(most.memory, cost.memory);
        most.control = std::max(most.control, cost.control);
        most.messages = std::max(most.messages, cost.messages);
        const CostOfPaper paper = paper_of_rank(pattern, call.totals(), rank);
        theirs.memory = std::max(theirs.memory, paper.memory);
        theirs.control = std::max(theirs.control, paper.control);
        theirs.messages = std::max(theirs.messages, paper.messages);
        theirs.storage_requests = paper.storage_requests;
    }
    std::int64_t messages = 0;
    std::int64_t windows = 0;
    call.of_aggregator(512, messages, windows);
    const std::int64_t storage_requests = windows * Roles::most_aggregators;
    fmt::print("{:<8} {:>9} {:>9} {:>9} {:>11} {:>9} | {:>9} {:>9} {:>9} {:>9}\n", pattern.name,
               most.memory >> 10, most.control >> 10, most.messages, messages, storage_requests,
               theirs.memory >> 10, theirs.control >> 10, theirs.messages, theirs.storage_requests);
    EXPECT_LE(most.memory, 1 << 20);
    EXPECT_LE(most.control, 64 << 10);
    EXPECT_LE(most.control, theirs.control);
    EXPECT_LE(storage_requests, theirs.storage_requests + Roles::most_aggregators);
}

TEST(MillionRanks, NeedLittleMemoryAndSayLittle) {
    fmt::print(
        "         Weft, of a rank               aggregator's   storage | paper, of a rank          "
        "    storage\n"
        "         KiB held  KiB told  messages    messages  requests |  KiB held  KiB told  "
        "messages"
        "  requests\n");
    for (const Pattern& pattern : patterns) expect_little(pattern);
}

}  // namespace
}  // namespace weft::engine::twophase
