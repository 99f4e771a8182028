// SPDX-License-Identifier: BSD-3-Clause
// Memory that the ranks of a node share. They collect in it what they send, and find in it what
// they receive, so that a node's bytes for an aggregator are one message, which nobody packs twice.
//
// Its two halves take turns: while the messages of one half are under way, the ranks make the next
// ones in the other half. A rank may touch a half only between two meetings; client.hpp argues
// that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/shm/liveness_check.hpp"
#include "engine/shm/segment.hpp"
#include "mpi/comm.hpp"

namespace weft::engine::twophase {

class NodeBuffer {
public:
    static constexpr std::int64_t half_bytes = 8 << 20;

    /// Collective over the ranks of a node. Gives each rank a row of `columns` numbers in both
    /// halves. Returns null on all ranks where there can be no shared memory. Uniform: columns.
    static std::unique_ptr<NodeBuffer> create(mpi::CommView node, int columns);
    /// Makes the buffer of a rank that shares memory with no other.
    static std::unique_ptr<NodeBuffer> of_one_rank(int columns);

    /// The bytes of memory that a buffer takes.
    static std::int64_t bytes_for(int members, int columns);

    [[nodiscard]] int members() const { return members_; }
    /// This rank's number among them.
    [[nodiscard]] int member() const { return member_; }

    /// Returns the half whose rows the ranks write next: rows take turns from call to call, too.
    [[nodiscard]] std::uint32_t turn_rows() { return turns_++ % 2; }
    [[nodiscard]] std::span<std::int64_t> row(std::uint32_t half, int member);
    /// Adds up, for each domain, what rows have behind their first number, where that is `number`.
    /// Fills `begins` with the sums of the members before this one.
    std::vector<std::int64_t> add_up(std::uint32_t half, std::int64_t number, int domains,
                                     std::vector<std::int64_t>& begins);
    [[nodiscard]] std::byte* room(std::uint32_t half) { return rooms_ + half * half_bytes; }

    /// Waits for all ranks of the node. Returns false when one has died; then the node cannot meet
    /// again. `all`: the ranks of all nodes; when one fails, this throws mpi::Failure. `work` does
    /// what this rank can do meanwhile without waiting, and says whether there may be more to do.
    [[nodiscard]] bool meet(mpi::CommView all, const std::function<bool()>& work);

private:
    struct Control;
    NodeBuffer(std::unique_ptr<shm::Segment> segment, int members, int member, int columns);

    std::unique_ptr<shm::Segment> segment_;  // null for a rank by itself,
    std::unique_ptr<std::byte[]> own_;       // which has this
    int members_;
    int member_;
    std::size_t columns_;
    std::uint32_t meetings_ = 0;
    std::uint32_t turns_ = 0;
    Control* control_ = nullptr;
    std::int64_t* rows_ = nullptr;
    std::byte* rooms_ = nullptr;
    std::optional<shm::LivenessCheck> liveness_;  // where there are others
};

}  // namespace weft::engine::twophase
