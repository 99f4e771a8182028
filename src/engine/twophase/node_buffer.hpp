// SPDX-License-Identifier: BSD-3-Clause
// Where the ranks of a node put together what they send, and find what they receive: memory that
// they share, so that a node's bytes for an aggregator are one message, which nobody packs twice.
//
// It has two halves that take turns: while the messages of one are under way, the next are made in
// the other. A rank may touch a half only between two meetings that its user has agreed on with the
// other ranks; all of that is argued in client.hpp.
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

    /// Collective over the ranks of a node. Each gets a row of `columns` numbers in either half.
    /// Null on all ranks where there can be no shared memory. Uniform: columns.
    static std::unique_ptr<NodeBuffer> create(mpi::CommView node, int columns);
    /// For a rank that shares memory with no other.
    static std::unique_ptr<NodeBuffer> of_one_rank(int columns);

    /// What one takes of memory.
    static std::int64_t bytes_for(int members, int columns);

    [[nodiscard]] int members() const { return members_; }
    /// This rank's number among them.
    [[nodiscard]] int member() const { return member_; }

    /// The half whose rows are next to be written: they take turns from call to call, too.
    [[nodiscard]] std::uint32_t turn_rows() { return turns_++ % 2; }
    [[nodiscard]] std::span<std::int64_t> row(std::uint32_t half, int member);
    /// By domain what the rows have behind their first number, of those that begin with `number`;
    /// `begins`: the same of the members before this one.
    std::vector<std::int64_t> add_up(std::uint32_t half, std::int64_t number, int domains,
                                     std::vector<std::int64_t>& begins);
    [[nodiscard]] std::byte* room(std::uint32_t half) { return rooms_ + half * half_bytes; }

    /// Waits for all ranks of the node. False when one has died; then the node cannot meet again.
    /// `all`: the ranks of all nodes, one of which may fail; then throws mpi::Failure. `work`: what
    /// this rank can do meanwhile, without waiting; says whether there may be more.
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
