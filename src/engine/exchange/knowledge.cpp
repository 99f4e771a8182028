// SPDX-License-Identifier: BSD-3-Clause
#include "engine/exchange/knowledge.hpp"

#include <algorithm>

#include "mpi/exchange.hpp"

namespace weft::engine::exchange {
namespace {

constexpr int description_tag = 20;

/// Whether a rank has a message for a leader follows from its hull, which both know.
bool reaches(const Summary& rank, int domain, const Domains& domains) {
    const std::int64_t begin = std::max(rank.begin, domains.begin());
    const std::int64_t end = std::min(rank.end, domains.end());
    bool found = false;
    if (rank.bytes == 0 || begin >= end) return found;
    domains.for_each_within_reach(begin, end,
                                  [&](int touched) { found = found || touched == domain; });
    return found;
}

}  // namespace

Description describe(const std::vector<Listed>& list, const Domains& domains, int domain) {
    std::vector<Description::Stretch> stretches;
    domains.for_each_stretch_within_reach(domain, domains.begin(), domains.end(),
                                          [&](std::int64_t begin, std::int64_t end) {
                                              stretches.push_back({begin, end});
                                          });
    Description description(domains.begin());
    for (const Listed& item : list) description.add(item, stretches);
    return description;
}

std::int64_t description_memory(const std::vector<Listed>& list, int leaders) {
    constexpr std::int64_t nest_bytes = 200;
    constexpr std::int64_t run_bytes = sizeof(region::Run);
    std::int64_t bytes = 0;
    for (const Listed& item : list) {
        // Nests are told whole; of a list, each leader is told a part.
        const bool is_nest = item.shape->nest() != nullptr;
        bytes += nest_bytes + (is_nest ? 0 : item.shape->runs() * run_bytes / leaders);
    }
    return bytes;
}

void Knowledge::move_to(std::int64_t begin_of_call) {
    if (begin == begin_of_call) return;
    for (Member& member : members) member.described.move(begin_of_call - begin);
    begin = begin_of_call;
}

Knowledge introduce(const std::vector<Listed>& list, const Scene& scene, mpi::CommView comm,
                    Report& report) {
    const PhaseTimer timer(report, Phase::exchange);
    std::vector<Description> descriptions;
    mpi::Sends sends;
    Described own;
    int led = -1;
    for (int domain = 0; domain < scene.domains.count(); ++domain) {
        if (scene.roles.leader(domain) == comm.rank()) led = domain;
        if (!reaches(scene.ranks[static_cast<std::size_t>(comm.rank())], domain, scene.domains))
            continue;
        descriptions.push_back(describe(list, scene.domains, domain));
        const std::span<const std::byte> bytes = descriptions.back().bytes();
        if (led == domain) {
            own = Described(bytes, scene.domains.begin());
            continue;
        }
        ++report.messages;
        report.message_bytes += std::ssize(bytes);
        sends.start(comm, scene.roles.leader(domain), description_tag,
                    std::vector(bytes.begin(), bytes.end()));
    }
    Knowledge knowledge{scene.domains.begin(), {}};
    for (int rank = 0; rank < comm.size() && led >= 0; ++rank) {
        if (!reaches(scene.ranks[static_cast<std::size_t>(rank)], led, scene.domains)) continue;
        std::vector<std::byte> bytes;
        if (rank == comm.rank()) {
            knowledge.members.push_back({rank, std::move(own)});
        } else {
            mpi::receive(comm, rank, description_tag, bytes);
            knowledge.members.push_back({rank, Described(bytes, scene.domains.begin())});
        }
    }
    sends.wait();
    return knowledge;
}

}  // namespace weft::engine::exchange
