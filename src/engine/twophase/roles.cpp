// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/roles.hpp"

#include <algorithm>

namespace weft::engine::twophase {
namespace {

/// How many aggregators each node has. If there are fewer than nodes, nodes at equal distances get
/// one each, so that each aggregator is close to those whose bytes it moves if the ranks are in the
/// order of the file. If there are more, each node gets one more in turn, as long as it has ranks
/// for it.
std::vector<int> deal_out(const mpi::NodeMap& nodes, int wanted, int leading) {
    std::vector<int> of_node(static_cast<std::size_t>(leading), 0);
    if (wanted < leading) {
        for (std::int64_t i = 0; i < wanted; ++i)
            of_node[static_cast<std::size_t>(i * leading / wanted)] = 1;
        return of_node;
    }
    for (bool dealt = true; wanted > 0 && dealt;) {
        dealt = false;
        for (int node = 0; node < leading && wanted > 0; ++node) {
            int& aggregators = of_node[static_cast<std::size_t>(node)];
            if (aggregators == nodes.known(node)) continue;
            ++aggregators;
            --wanted;
            dealt = true;
        }
    }
    return of_node;
}

}  // namespace

Roles::Roles(const mpi::NodeMap& nodes, int wanted, int leading) : nodes_(nodes) {
    const int most = std::min(wanted == 0 ? leading : wanted, most_aggregators);
    const std::vector<int> of_node = deal_out(nodes, most, leading);
    for (int node = 0; node < leading; ++node) {
        for (int place = 0; place < of_node[static_cast<std::size_t>(node)]; ++place)
            seats_.push_back({nodes.rank(node, place), node, place});
    }
    aggregators_of_node_ =
        nodes.here().node < leading ? of_node[static_cast<std::size_t>(nodes.here().node)] : 0;
}

void Roles::begin_with(std::int64_t number) {
    std::rotate(seats_.begin(), seats_.begin() + number % std::ssize(seats_), seats_.end());
}

bool Roles::leads(int domain) const {
    const auto [node, place] = nodes_.here();
    return seat(domain).node == node && seat(domain).place == place;
}

bool Roles::is_delegate_for(int domain) const {
    const auto [node, place] = nodes_.here();
    if (seat(domain).node == node) return leads(domain);
    const int size = nodes_.size(node);
    if (aggregators_of_node_ == size) return domain % size == place;
    return aggregators_of_node_ + domain % (size - aggregators_of_node_) == place;
}

}  // namespace weft::engine::twophase
