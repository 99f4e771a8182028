// SPDX-License-Identifier: BSD-3-Clause
// Memory that the ranks of a node share. It has no name once they have it, so the kernel frees it
// with the last rank, however that ends; see leftovers.hpp for the moment before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "mpi/comm.hpp"
#include "mpi/processes.hpp"

namespace weft::engine::shm {

class Segment {
public:
    /// Collective. Zeroed memory of `bytes`, mapped by all ranks of `comm`; null on all ranks when
    /// they are not on one node or a rank cannot map it. Uniform: bytes.
    static std::unique_ptr<Segment> create(mpi::CommView comm, std::size_t bytes);

    using Name = std::array<char, 48>;
    /// Zeroed memory of `bytes` with a name, by which processes of the node can join it until it is
    /// withdrawn. Null where there is none.
    static std::unique_ptr<Segment> offer(std::size_t bytes);
    static std::unique_ptr<Segment> join(const Name& name, std::size_t bytes);
    /// No other segment has had it.
    [[nodiscard]] const Name& name() const { return name_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// How many have it, where create() has made it.
    [[nodiscard]] int ranks() const { return ranks_; }
    /// Nobody can join any more. From here on the memory lives as long as a process that has it.
    void withdraw();

    /// The processes of all ranks, for everybody_lives().
    void watch(std::vector<std::int64_t> processes) { processes_.watch(std::move(processes)); }

    ~Segment();
    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    [[nodiscard]] std::byte* data() { return data_; }

    /// False when the process of a rank has ended. True where the system cannot tell.
    [[nodiscard]] bool everybody_lives() const { return processes_.all_live(); }

private:
    Segment() = default;

    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
    int ranks_ = 0;
    Name name_{};
    bool is_offered_ = false;  // under that name
    mpi::Processes processes_;
};

}  // namespace weft::engine::shm
