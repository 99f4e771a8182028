// SPDX-License-Identifier: BSD-3-Clause
#include "engine/node/memories.hpp"

#include <algorithm>

namespace weft::engine::node {

Status Memory::open(MPI_Comm original) {
    if (comm_.is_open()) return {};
    Result<mpi::Comm> own = mpi::Comm::duplicate(original);
    if (!own.ok()) return own.status();
    comm_ = std::move(own).value();
    return {};
}

Memory::~Memory() {
    // MPI may still be using what the ranks of a node put together.
    if (comm().is_lost()) (void)new auto(std::move(stations_));
    comm_.close();
}

void Memory::take_back(Staging lent) {
    spare_ = std::move(lent);
    spare_.trim();
}

Forum::Name Memory::offer_forum(mpi::CommView comm) {
    if (forum_was_tried_) return {};
    forum_ = Forum::offer(comm);
    return forum_ != nullptr ? forum_->name() : Forum::Name{};
}

void Memory::join_forum(mpi::CommView comm, const Forum::Name& name) {
    forum_ = Forum::join(comm, name);
}

void Memory::settle_forum(bool everybody_has_it) {
    forum_was_tried_ = true;
    forum_is_open_ = everybody_has_it;
    if (!everybody_has_it) return forum_.reset();
    forum_->open();
    // A rank that cannot go on before it has understood that there is a forum says so by MPI.
    forum_->calls().listen([comm = comm_.view()] { return comm.heard(); });
    comm_.use(forum_.get());
}

/// A ring is as large as calls have needed: memory that is new costs more than what passes through.
bool Memory::reserve_ring(mpi::CommView comm, std::int64_t window_bytes) {
    const std::int64_t room = Ring::room_for(window_bytes);
    const bool suffices = ring_ != nullptr && ring_->room() >= room;
    if (suffices || room >= refused_room_) return false;
    std::unique_ptr<Ring> ring =
        Ring::create(comm, room, forum() == nullptr ? nullptr : &forum_->calls());
    if (ring == nullptr) {
        refused_room_ = room;
        return false;
    }
    ring_ = std::move(ring);
    return true;
}

void Memory::make_gate(mpi::CommView comm) {
    if (!gate_tried_) gate_ = Gate::create(comm);
    gate_tried_ = true;
}

const mpi::NodeMap& Memory::nodes(mpi::CommView comm, int pretended_nodes) {
    const auto found = node_maps_.find(pretended_nodes);
    if (found != node_maps_.end()) return found->second;
    mpi::NodeMap nodes = pretended_nodes == 0 ? mpi::find_nodes(comm)
                                              : mpi::nodes_in_blocks(comm.size(), pretended_nodes);
    return node_maps_.emplace(pretended_nodes, std::move(nodes)).first->second;
}

const mpi::NodeMap* Memory::known_nodes(int pretended_nodes) const {
    const auto found = node_maps_.find(pretended_nodes);
    return found == node_maps_.end() ? nullptr : &found->second;
}

exchange::Station& Memory::station(mpi::CommView comm, int pretended_nodes) {
    const auto found = stations_.find(pretended_nodes);
    if (found != stations_.end()) return found->second;
    return stations_
        .emplace(pretended_nodes, exchange::Station::create(comm, nodes(comm, pretended_nodes)))
        .first->second;
}

}  // namespace weft::engine::node
