// SPDX-License-Identifier: BSD-3-Clause
// Memory that the ranks of a node share. It has no name once they have it, so the kernel frees it
// with the last rank, however that ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::engine::node {

class Segment {
public:
    /// Collective. Zeroed memory of `bytes`, mapped by all ranks of `comm`; null on all ranks when
    /// they are not on one node or a rank cannot map it. Uniform: bytes.
    static std::unique_ptr<Segment> create(mpi::CommView comm, std::size_t bytes);
    ~Segment();
    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    [[nodiscard]] std::byte* data() { return data_; }

    /// False when the process of a rank has ended. True where the system cannot tell.
    [[nodiscard]] bool everybody_lives() const;

private:
    Segment(std::byte* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

    std::byte* data_;
    std::size_t bytes_;
    std::vector<std::int64_t> processes_;  // of the other ranks; none where they cannot be seen
};

}  // namespace weft::engine::node
