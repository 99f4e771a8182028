// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/others_requests.hpp"

#include <algorithm>

#include "mpi/exchange.hpp"
#include "mpi/failure.hpp"

namespace weft::engine::twophase {
namespace {

constexpr int description_tag = 20;

/// Whether a rank has a message for an aggregator follows from its access range, which both know.
bool reaches(const Summary& rank, int domain, const FileDomains& domains) {
    const std::int64_t begin = std::max(rank.begin, domains.begin());
    const std::int64_t end = std::min(rank.end, domains.end());
    bool found = false;
    if (rank.bytes == 0 || begin >= end) return found;
    domains.for_each_within_reach(begin, end,
                                  [&](int touched) { found = found || touched == domain; });
    return found;
}

/// An aggregator that does not understand what it is told cannot go on.
Described read_or_throw(std::span<const std::byte> bytes, std::int64_t base) {
    Result<Described> described = Described::read(bytes, base);
    if (!described.ok()) throw mpi::Failure(described.status());
    return std::move(described).value();
}

}  // namespace

Description describe(const std::vector<RequestShape>& list, const FileDomains& domains,
                     int domain) {
    std::vector<region::Interval> stretches;
    domains.for_each_stretch_within_reach(domain, domains.begin(), domains.end(),
                                          [&](std::int64_t begin, std::int64_t end) {
                                              stretches.push_back({begin, end});
                                          });
    Description description(domains.begin());
    for (const RequestShape& item : list) description.add(item, stretches);
    return description;
}

std::int64_t description_memory(const std::vector<RequestShape>& list, int aggregators) {
    constexpr std::int64_t shape_bytes = 200;
    constexpr std::int64_t run_bytes = sizeof(region::Run);
    std::int64_t bytes = 0;
    for (const RequestShape& item : list) {
        // Of a list, each aggregator is told a part; all else is told whole.
        const bool is_list = item.shape->list() != nullptr;
        bytes += shape_bytes + item.shape->listed_runs() * run_bytes / (is_list ? aggregators : 1);
    }
    return bytes;
}

void OthersRequests::move_to(std::int64_t begin_of_call) {
    if (begin == begin_of_call) return;
    for (Member& member : members) member.described.move(begin_of_call - begin);
    begin = begin_of_call;
}

OthersRequests introduce(const std::vector<RequestShape>& list, const Placement& placement,
                         mpi::CommView comm, Report& report) {
    const PhaseTimer timer(report, Phase::exchange);
    std::vector<Description> descriptions;
    mpi::Sends sends;
    Described own;
    int led = -1;
    for (int domain = 0; domain < placement.domains.count(); ++domain) {
        if (placement.roles.aggregator(domain) == comm.rank()) led = domain;
        if (!reaches(placement.ranks[static_cast<std::size_t>(comm.rank())], domain,
                     placement.domains))
            continue;
        descriptions.push_back(describe(list, placement.domains, domain));
        const std::span<const std::byte> bytes = descriptions.back().bytes();
        if (led == domain) {
            own = read_or_throw(bytes, placement.domains.begin());
            continue;
        }
        ++report.messages;
        report.message_bytes += std::ssize(bytes);
        sends.start(comm, placement.roles.aggregator(domain), description_tag,
                    std::vector(bytes.begin(), bytes.end()));
    }
    OthersRequests others{placement.domains.begin(), {}};
    for (int rank = 0; rank < comm.size() && led >= 0; ++rank) {
        if (!reaches(placement.ranks[static_cast<std::size_t>(rank)], led, placement.domains))
            continue;
        std::vector<std::byte> bytes;
        if (rank == comm.rank()) {
            others.members.push_back({rank, std::move(own)});
        } else {
            mpi::receive(comm, rank, description_tag, bytes);
            others.members.push_back({rank, read_or_throw(bytes, placement.domains.begin())});
        }
    }
    sends.wait();
    return others;
}

}  // namespace weft::engine::twophase
