// SPDX-License-Identifier: BSD-3-Clause
// Nodes of ranks, for tests that look at them from every rank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "mpi/node_map.hpp"

namespace weft::mpi {

class TestNodes {
public:
    /// `names[r]`: a number that is the same for the ranks of a node, and different for other
    /// nodes.
    explicit TestNodes(const std::vector<int>& names) {
        std::map<int, int> numbers;
        for (const int name : names) {
            const int node = numbers.try_emplace(name, count()).first->second;
            if (node == count()) members_.emplace_back();
            members_[static_cast<std::size_t>(node)].push_back(ranks());
            of_rank_.push_back(node);
        }
    }
    static TestNodes in_blocks(int ranks, int nodes) {
        std::vector<int> names;
        for (int rank = 0; rank < ranks; ++rank)
            names.push_back(nodes_in_blocks(ranks, nodes, rank).here().node);
        return TestNodes(names);
    }

    [[nodiscard]] int count() const { return static_cast<int>(members_.size()); }
    [[nodiscard]] int ranks() const { return static_cast<int>(of_rank_.size()); }
    [[nodiscard]] int of_rank(int rank) const { return of_rank_[static_cast<std::size_t>(rank)]; }
    [[nodiscard]] const std::vector<int>& members(int node) const {
        return members_[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] NodeMap seen_by(int rank) const {
        std::vector<int> sizes;
        std::vector<int> lowest;
        for (const std::vector<int>& node : members_) {
            sizes.push_back(static_cast<int>(node.size()));
            for (std::size_t place = 0; place < std::size_t(NodeMap::most_known(count())); ++place)
                lowest.push_back(place < node.size() ? node[place] : -1);
        }
        const std::vector<int>& mine = members(of_rank(rank));
        return {sizes,
                lowest,
                {of_rank(rank), static_cast<int>(std::ranges::find(mine, rank) - mine.begin())}};
    }

private:
    std::vector<int> of_rank_;
    std::vector<std::vector<int>> members_;
};

}  // namespace weft::mpi
