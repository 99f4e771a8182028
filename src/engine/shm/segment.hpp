// SPDX-License-Identifier: BSD-3-Clause
// Memory that the ranks of a node share. When they have it, it has no name any more, so the kernel
// frees it with the last process, however that ends. leftovers.hpp is about the moment before.
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
    /// Collective. Returns zeroed memory of `bytes`, which all ranks of `comm` have mapped; null on
    /// all ranks when they are not on one node, or when a rank cannot map it. Uniform: bytes.
    static std::unique_ptr<Segment> create(mpi::CommView comm, std::size_t bytes);

    using Name = std::array<char, 48>;
    /// Returns zeroed memory of `bytes` with a name, by which processes of the node can join it
    /// until withdraw(). Null where there is no memory.
    static std::unique_ptr<Segment> offer(std::size_t bytes);
    static std::unique_ptr<Segment> join(const Name& name, std::size_t bytes);
    /// A name that no other segment has had.
    [[nodiscard]] const Name& name() const { return name_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// The number of processes that share it, after create() has made it.
    [[nodiscard]] int ranks() const { return ranks_; }
    /// Removes the name: nobody can join any more. The memory lives as long as a process has it.
    void withdraw();

    /// Sets the processes of all ranks, for everybody_lives().
    void watch(std::vector<std::int64_t> processes) { processes_.watch(std::move(processes)); }

    ~Segment();
    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    [[nodiscard]] std::byte* data() { return data_; }

    /// Returns false when the process of a rank has ended; true where the system cannot tell.
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
