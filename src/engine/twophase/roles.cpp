// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/roles.hpp"

#include <algorithm>

namespace weft::engine::twophase {
namespace {

/// One more on each of the first nodes in turn, as long as there are ranks. Returns how many each
/// node has.
std::vector<int> deal_out(const mpi::NodeMap& nodes, int wanted, int leading) {
    std::vector<int> of_node(static_cast<std::size_t>(nodes.count()), 0);
    for (bool dealt = true; wanted > 0 && dealt;) {
        dealt = false;
        for (int node = 0; node < leading && wanted > 0; ++node) {
            int& aggregators = of_node[static_cast<std::size_t>(node)];
            const int most = std::min(static_cast<int>(nodes.members(node).size()),
                                      Roles::most_aggregators_of_node);
            if (aggregators == most) continue;
            ++aggregators;
            --wanted;
            dealt = true;
        }
    }
    return of_node;
}

/// The aggregators are the first of the members. Sending keeps a rank from its windows, and these
/// keep it from sending: so others speak where there are some, as many.
std::vector<int> speakers_of(const std::vector<int>& members, int aggregators) {
    const int others = static_cast<int>(members.size()) - aggregators;
    if (others == 0) return members;
    const auto first = members.begin() + aggregators;
    return {first, first + std::clamp(aggregators, 1, others)};
}

}  // namespace

Roles::Roles(const mpi::NodeMap& nodes, int wanted, int leading, std::size_t file) : nodes_(nodes) {
    const std::vector<int> aggregators = deal_out(nodes, wanted == 0 ? leading : wanted, leading);
    for (int node = 0; node < nodes.count(); ++node) {
        const std::vector<int>& members = nodes.members(node);
        const int count = aggregators[static_cast<std::size_t>(node)];
        aggregators_.insert(aggregators_.end(), members.begin(), members.begin() + count);
        speakers_.push_back(speakers_of(members, count));
    }
    const auto first = static_cast<std::ptrdiff_t>(file % aggregators_.size());
    std::rotate(aggregators_.begin(), aggregators_.begin() + first, aggregators_.end());
}

int Roles::speaker(int node, int domain) const {
    if (nodes_.of_rank(aggregator(domain)) == node) return aggregator(domain);
    const std::vector<int>& speakers = speakers_[static_cast<std::size_t>(node)];
    return speakers[static_cast<std::size_t>(domain) % speakers.size()];
}

}  // namespace weft::engine::twophase
