// SPDX-License-Identifier: BSD-3-Clause
// The ranks that divide work on a file among themselves: all of them, or those of rank 0's node.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mpi/comm.hpp"
#include "mpi/node_map.hpp"
#include "region/interval.hpp"

namespace weft::mpi {

class IoRanks {
public:
    explicit IoRanks(CommView comm) : count_(comm.size()), place_(comm.rank()) {}

    static IoRanks of_first_node(const NodeMap& nodes) {
        const auto [node, place] = nodes.here();
        return {nodes.size(0), node == 0 ? place : nodes.size(0)};
    }

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] bool includes_me() const { return place_ < count_; }

    /// This rank's part of [0, total); empty for a rank that does not belong to the I/O ranks.
    [[nodiscard]] region::Interval share_of(std::int64_t total) const {
        const std::int64_t each = (total + count_ - 1) / count_;
        const std::int64_t begin = std::min(total, place_ * each);
        return {begin, std::min(total, begin + each)};
    }

private:
    IoRanks(int count, int place) : count_(count), place_(place) {}

    int count_;
    int place_;  // among the I/O ranks; count_ for other ranks
};

}  // namespace weft::mpi
