// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>
#include <span>

#include "engine/communicator_states.hpp"
#include "mpi/link_speed.hpp"
#include "mpi/processes.hpp"
#include "storage/this_host.hpp"

namespace weft::engine {
namespace {

// The largest number of ranks that can all tell each other something while a file is opened.
constexpr int most_that_tell_all = 1024;

/// Identifies the machine and the process of a rank.
struct RankPlace {
    std::uint64_t host;
    std::int64_t process;  // mpi/processes.hpp
};

}  // namespace

Status CommunicatorState::open(MPI_Comm original) {
    if (comm_.is_open()) return {};
    Result<mpi::Comm> own = mpi::Comm::duplicate(original);
    if (!own.ok()) return own.status();
    comm_ = std::move(own).value();
    return {};
}

CommunicatorState::~CommunicatorState() {
    // MPI may still be using what the ranks of a node put together.
    if (comm().is_lost()) (void)new auto(std::move(node_exchanges_));
    if (arena_ != nullptr && kept_segment_ != nullptr && !comm().is_lost())
        shm::WindowArena::keep(std::move(arena_), *kept_segment_);
    if (comm().is_lost()) (void)new auto(std::move(node_comms_));
    for (auto& [pretended, comms] : node_comms_) comms.close();
    comm_.close();
}

void CommunicatorState::take_back(Staging lent) {
    spare_ = std::move(lent);
    spare_.trim();
}

void CommunicatorState::keep_message(std::vector<std::byte> message) {
    constexpr std::size_t longest_kept = 4 << 20;
    if (message.capacity() > longest_kept) return;
    message.clear();
    message_ = std::move(message);
}

shm::Collectives::Name CommunicatorState::offer_collectives(mpi::CommView comm) {
    if (collectives_was_tried_) return {};
    collectives_ = shm::Collectives::offer(comm);
    return collectives_ != nullptr ? collectives_->name() : shm::Collectives::Name{};
}

void CommunicatorState::join_collectives(mpi::CommView comm, const shm::Collectives::Name& name) {
    collectives_ = shm::Collectives::join(comm, name);
}

void CommunicatorState::settle_collectives(bool everybody_has_it) {
    collectives_was_tried_ = true;
    collectives_is_open_ = everybody_has_it;
    if (!everybody_has_it) return collectives_.reset();
    collectives_->open();
    comm_.view().watch(collectives_->processes());
    neighbours_are_watched_ = true;
    // A rank that cannot go on before it has understood that there is shared-memory collectives
    // says so by MPI.
    collectives_->calls().listen([comm = comm_.view()] {
        const Status why = comm.heard();
        return shm::RollCall::Alarm{why, comm.round_of_loss()};
    });
    comm_.use(collectives_.get());
}

std::optional<std::size_t> CommunicatorState::take_counter() {
    if (counters_in_use_.all()) return std::nullopt;
    std::size_t index = 0;
    while (counters_in_use_.test(index)) ++index;
    counters_in_use_.set(index);
    return index;
}

/// An arena is as large as calls have needed: memory that is new costs more than what passes
/// through.
bool CommunicatorState::reserve_arena(mpi::CommView comm, std::int64_t window_bytes) {
    const std::int64_t room = shm::WindowArena::room_for(window_bytes);
    const bool suffices = arena_ != nullptr && arena_->room() >= room;
    if (suffices || room >= refused_room_) return false;
    if (kept_segment_ == nullptr) kept_segment_ = CommunicatorStates::kept_segment();
    shm::KeptSegment nothing;
    std::unique_ptr<shm::WindowArena> arena =
        shm::WindowArena::create(comm, room, collectives() ? &collectives_->calls() : nullptr,
                                 kept_segment_ ? *kept_segment_ : nothing);
    if (arena == nullptr) {
        refused_room_ = room;
        return false;
    }
    arena_ = std::move(arena);
    return true;
}

void CommunicatorState::make_gate(mpi::CommView comm) {
    if (!gate_tried_) gate_ = shm::RewriteGate::create(comm);
    gate_tried_ = true;
}

void CommunicatorState::watch_neighbours(mpi::CommView comm) {
    if (std::exchange(neighbours_are_watched_, true) || comm.size() > most_that_tell_all) return;
    const RankPlace mine{storage::this_host(), mpi::own_process()};
    const std::vector<std::byte> bytes = comm.all_gather(std::as_bytes(std::span(&mine, 1)));
    std::vector<RankPlace> places(static_cast<std::size_t>(comm.size()));
    std::memcpy(places.data(), bytes.data(), bytes.size());
    std::vector<std::int64_t> neighbours;
    for (const RankPlace& place : places)
        if (place.host == mine.host && mine.host != 0) neighbours.push_back(place.process);
    comm.watch(std::move(neighbours));
}

const mpi::NodeMap& CommunicatorState::nodes(mpi::CommView comm, int pretended_nodes) {
    const auto found = node_maps_.find(pretended_nodes);
    if (found != node_maps_.end()) return found->second;
    mpi::NodeMap nodes = pretended_nodes == 0
                             ? mpi::find_nodes(comm)
                             : mpi::nodes_in_blocks(comm.size(), pretended_nodes, comm.rank());
    if (pretended_nodes == 0) link_byte_ = mpi::link_byte_seconds(comm, nodes);
    return node_maps_.emplace(pretended_nodes, std::move(nodes)).first->second;
}

const mpi::NodeMap* CommunicatorState::known_nodes(int pretended_nodes) const {
    const auto found = node_maps_.find(pretended_nodes);
    return found == node_maps_.end() ? nullptr : &found->second;
}

const mpi::NodeComms& CommunicatorState::node_comms(mpi::CommView comm, int pretended_nodes) {
    const auto found = node_comms_.find(pretended_nodes);
    if (found != node_comms_.end()) return found->second;
    // No MPI call, by which a rank could miss that another one has failed.
    const bool is_flat = comm.size() == 1 || (is_one_node() && pretended_nodes <= 1);
    return node_comms_
        .emplace(pretended_nodes, is_flat
                                      ? mpi::NodeComms::flat(comm)
                                      : mpi::NodeComms::create(comm, nodes(comm, pretended_nodes)))
        .first->second;
}

twophase::NodeExchange& CommunicatorState::node_exchange(mpi::CommView comm, int pretended_nodes) {
    const auto found = node_exchanges_.find(pretended_nodes);
    if (found != node_exchanges_.end()) return found->second;
    return node_exchanges_
        .emplace(pretended_nodes,
                 twophase::NodeExchange::create(comm, nodes(comm, pretended_nodes)))
        .first->second;
}

}  // namespace weft::engine
