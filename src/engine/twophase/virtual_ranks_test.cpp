// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/virtual_ranks_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/twophase/batches.hpp"
#include "engine/twophase/others_requests.hpp"
#include "engine/twophase/roles.hpp"
#include "engine/twophase/schedule.hpp"
#include "engine/twophase/steps.hpp"

namespace weft::engine::twophase {
namespace {

using region::Nest;

void give(VirtualCall& call, std::vector<RequestShape>& rank, const Nest& nest,
          std::int64_t element_bytes) {
    if (call.shapes.empty() || nest.base() < call.begin) call.begin = nest.base();
    call.end = std::max(call.end, nest.end());
    rank.push_back({&call.shapes.emplace_back(nest), rank.size(), element_bytes});
}

/// The messages of one kind of reduction or gathering, as a binomial tree up and down sends them.
std::int64_t tree_messages(std::int64_t ranks) {
    return 2 * (ranks - 1);
}

/// A fragment as both ends see it.
struct Cut {
    int node;
    std::int64_t from;
    std::int64_t to;
    auto operator<=>(const Cut&) const = default;
};
using Cuts = std::vector<std::vector<Cut>>;  // Counts for each call, over all ranks.

Cuts ordered(Cuts cuts, int node) {
    for (std::vector<Cut>& domain : cuts)
        std::erase_if(domain, [node](const Cut& cut) { return cut.node != node; });
    return cuts;
}

class Exchange {
public:
    explicit Exchange(const VirtualCall& call)
        : call_(call),
          nodes_(call.nodes.seen_by(0)),
          roles_(nodes_, call.aggregators, call.nodes.count()),
          domains_({.begin = call.begin,
                    .end = call.end,
                    .window_bytes = call.window_bytes,
                    .aggregators = roles_.aggregator_count()}) {}

    Counts count() {
        const std::int64_t ranks = std::ssize(call_.ranks);
        // The tree operations at the beginning and at the end of a call. Before the first call, all
        // ranks add up how much is to be told, and learn that all of it has been.
        counts_.control = 2 * tree_messages(ranks);
        counts_.first_control = counts_.control + 2 * tree_messages(ranks);
        const Cuts of_aggregators = lead();
        for (int node = 0; node < call_.nodes.count(); ++node)
            EXPECT_EQ(speak(node), ordered(of_aggregators, node)) << "node " << node;
        return counts_;
    }

    std::vector<std::vector<std::int64_t>> units(std::int64_t unit) {
        std::vector<std::vector<std::int64_t>> of_domains;
        for (int domain = 0; domain < domains_.count(); ++domain) {
            const OthersRequests others = introduced(domain);
            of_domains.push_back(unit_numbers({domains_, domain, others, limits_of(call_)}, unit));
        }
        return of_domains;
    }

private:
    /// The work of every aggregator, from descriptions alone.
    Cuts lead() {
        Cuts cuts(static_cast<std::size_t>(domains_.count()));
        for (int domain = 0; domain < domains_.count(); ++domain) {
            const OthersRequests others = introduced(domain);
            Schedule schedule({domains_, domain, others, limits_of(call_)});
            follow(schedule, domain, cuts[static_cast<std::size_t>(domain)]);
        }
        return cuts;
    }

    OthersRequests introduced(int domain) {
        OthersRequests others{call_.begin, {}};
        for (int node = 0; node < call_.nodes.count(); ++node) introduce(node, domain, others);
        return others;
    }

    /// A node tells the aggregator of the domain, in one message.
    void introduce(int node, int domain, OthersRequests& others) {
        const std::vector<int>& ranks = call_.nodes.members(node);
        const std::size_t before = others.members.size();
        for (std::size_t place = 0; place < ranks.size(); ++place) {
            const auto& list = call_.ranks[static_cast<std::size_t>(ranks[place])];
            const Description description = describe(list, domains_, domain);
            if (description.empty()) continue;
            Result<Described> described = Described::read(description.bytes(), call_.begin);
            EXPECT_TRUE(described.ok()) << described.status().context();
            others.members.push_back({.node = node,
                                      .place = static_cast<int>(place),
                                      .delegate = ranks.front(),
                                      .described = std::move(described).value()});
        }
        if (others.members.size() > before && roles_.node_of(domain) != node)
            ++counts_.first_control;
    }

    void follow(Schedule& schedule, int domain, std::vector<Cut>& cuts) {
        std::int64_t windows = 0;
        for (; schedule.upcoming(); schedule.pass()) {
            const Schedule::Item& item = *schedule.upcoming();
            if (item.begins_job()) {
                ++windows;
                const std::int64_t window = item.job->end - item.job->begin;
                counts_.most_aggregator_bytes =
                    std::max(counts_.most_aggregator_bytes,
                             window + std::max(item.bytes(), limits_of(call_).ahead_bytes));
                EXPECT_EQ(domains_.at(item.job->begin).domain, domain);
            }
            cuts.push_back({item.node(), item.from, item.to});
            counts_.bytes += item.bytes();
            if (item.node() == roles_.node_of(domain)) continue;
            ++counts_.messages;
            counts_.message_bytes += item.bytes();
        }
        counts_.storage_requests += windows;
        counts_.batches = std::max(counts_.batches, windows);
    }

    /// The work of the ranks of a node, from the bytes of each of them.
    Cuts speak(int node) {
        std::map<std::int64_t, std::vector<std::int64_t>> batches;  // bytes by domain
        for (const int rank : call_.nodes.members(node)) {
            Batches own(call_.ranks[static_cast<std::size_t>(rank)], domains_);
            while (const auto batch = own.next()) {
                auto& bytes = batches[batch->number];
                bytes.resize(static_cast<std::size_t>(domains_.count()));
                for (const Batches::Stop& stop : batch->stops)
                    bytes[static_cast<std::size_t>(stop.domain)] += stop.bytes;
            }
        }
        Cuts cuts(static_cast<std::size_t>(domains_.count()));
        for (const auto& [number, bytes] : batches) {
            for (const Step& step : steps_of(bytes, limits_of(call_))) {
                const Fragment& last = step.back();
                counts_.most_step_bytes =
                    std::max(counts_.most_step_bytes, last.place + last.to - last.from);
                for (const Fragment& fragment : step)
                    cuts[static_cast<std::size_t>(fragment.domain)].push_back(
                        {node, fragment.from, fragment.to});
            }
        }
        return cuts;
    }

    const VirtualCall& call_;
    mpi::NodeMap nodes_;
    Roles roles_;
    FileDomains domains_;
    Counts counts_;
};

}  // namespace

std::int64_t VirtualCall::bytes() const {
    std::int64_t sum = 0;
    for (const region::FileShape& shape : shapes) sum += shape.bytes();
    return sum;
}

ExchangeLimits limits_of(const VirtualCall& call) {
    return limits_for(call.window_bytes, call.nodes.ranks());
}

VirtualCall random_call(Random& random) {
    VirtualCall call;
    const auto ranks = static_cast<int>(random.between(1, 12));
    std::vector<int> names;
    for (int rank = 0; rank < ranks; ++rank)
        names.push_back(static_cast<int>(random.between(0, 3)));
    call.nodes = mpi::TestNodes(names);
    call.window_bytes = random.between(1, random.one_in(2) ? 20 : 700);
    call.aggregators = static_cast<int>(random.between(0, ranks));
    const Direction direction = random.one_in(2) ? Direction::put : Direction::get;
    const std::int64_t base = random.between(0, 5000);
    for (int rank = 0; rank < ranks; ++rank) {
        std::vector<RequestShape>& list = call.ranks.emplace_back();
        if (rank > 0 && random.one_in(4)) continue;
        const Sample sample = random_sample(random, direction, {});
        for (const Piece& piece : sample.request.pieces) {
            const Nest& nest = *piece.file.nest();
            give(call, list, {base + nest.base(), nest.run(), nest.loops()},
                 direction == Direction::get ? piece.elements->codec.external_bytes : 1);
        }
    }
    return call;
}

VirtualCall pattern_of(std::string_view name, int ranks, int nodes) {
    constexpr std::int64_t header = 8192;
    constexpr std::int64_t element = 4;
    VirtualCall call;
    call.nodes = mpi::TestNodes::in_blocks(ranks, nodes);
    call.window_bytes = 4 << 20;
    const auto across = static_cast<std::int64_t>(std::lround(std::sqrt(ranks)));
    const std::int64_t side = 512;  // of a rank's part of a matrix
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        std::vector<RequestShape>& list = call.ranks.emplace_back();
        if (name == "columns") {
            const std::int64_t run = side * element;
            give(call, list, {header + rank * run, run, {{side, ranks * run}}}, 1);
        } else if (name == "blocks") {
            const std::int64_t run = side * element;
            const std::int64_t pitch = across * run;
            give(
                call, list,
                {header + rank / across * side * pitch + rank % across * run, run, {{side, pitch}}},
                1);
        } else {
            const std::int64_t run = 4096 * element + 12;
            give(call, list, {header + rank * run, run, {{64, ranks * run + 100}}}, 1);
        }
    }
    return call;
}

Counts exchange_counts(const VirtualCall& call) {
    return Exchange(call).count();
}

std::vector<std::vector<std::int64_t>> units_of_domains(const VirtualCall& call,
                                                        std::int64_t unit) {
    return Exchange(call).units(unit);
}

Counts paper_counts(const VirtualCall& call, int performers) {
    const std::int64_t ranks = std::ssize(call.ranks);
    const std::int64_t spacing = ranks / performers;
    const std::int64_t domain_bytes = (call.end - call.begin + performers - 1) / performers;
    Counts counts;
    std::int64_t most_steps = 0;
    for (std::int64_t i = 0; i < performers; ++i) {
        const std::int64_t begin = call.begin + i * domain_bytes;
        const std::int64_t end = std::min(begin + domain_bytes, call.end);
        std::int64_t first = end;  // of what someone needs
        std::int64_t last = begin;
        std::map<std::int64_t, bool> steps;
        std::vector<std::size_t> needing;
        for (std::size_t rank = 0; rank < call.ranks.size(); ++rank) {
            ListWalk walk{ListedShapes(call.ranks[rank])};
            const std::vector<Share> shares = walk.take(begin, end);
            if (shares.empty()) continue;
            needing.push_back(rank);
            // Lists of offsets and lengths.
            counts.control += static_cast<std::int64_t>(rank) == i * spacing ? 0 : 1;
            for (const Share& share : shares) {
                first = std::min(first, share.item->shape->offset_of(share.from));
                last = std::max(last, share.item->shape->offset_of(share.to - 1) + 1);
            }
        }
        std::int64_t buffers = 0;
        for (std::int64_t at = first; at < last; at += call.window_bytes, ++buffers) {
            const std::int64_t stop = std::min(at + call.window_bytes, last);
            bool needed = false;
            for (const std::size_t rank : needing) {
                ListWalk walk{ListedShapes(call.ranks[rank])};
                const std::int64_t bytes = bytes_of(walk.take(at, stop));
                counts.bytes += bytes;
                if (bytes == 0) continue;
                needed = true;
                if (static_cast<std::int64_t>(rank) == i * spacing) continue;
                ++counts.messages;
                counts.message_bytes += bytes;
            }
            if (needed) ++counts.storage_requests;
        }
        most_steps = std::max(most_steps, buffers);
    }
    // Everybody broadcasts two offsets, all agree on the number of steps, and in each step those
    // who perform I/O tell every other rank how much is coming.
    counts.control +=
        ranks * (ranks - 1) + tree_messages(ranks) + most_steps * performers * (ranks - 1);
    counts.first_control = counts.control;
    counts.batches = most_steps;
    return counts;
}

}  // namespace weft::engine::twophase
