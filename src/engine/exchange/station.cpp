// SPDX-License-Identifier: BSD-3-Clause
#include "engine/exchange/station.hpp"

#include <algorithm>
#include <array>

#include "engine/exchange/roles.hpp"

namespace weft::engine::exchange {
namespace {

/// A number for each domain there can be, and one more.
int columns_for(const mpi::NodeMap& nodes) {
    return 1 + std::min(nodes.ranks(), Roles::most_leaders_of_node * nodes.count());
}

std::unique_ptr<Mailroom> open_mailroom(mpi::CommView comm, const mpi::NodeMap& nodes) {
    if (nodes.count() == nodes.ranks()) return Mailroom::of_one_rank(columns_for(nodes));
    Result<mpi::Comm> node = mpi::Comm::split(comm, nodes.of_rank(comm.rank()));
    std::unique_ptr<Mailroom> mailroom;
    if (node.ok()) {
        mailroom = Mailroom::create(node.value().view(), columns_for(nodes));
        node.value().close();
    }
    std::array everybody_has_one = {std::int64_t{mailroom == nullptr ? 0 : 1}};
    comm.all_reduce_min(everybody_has_one);
    if (everybody_has_one[0] == 0) mailroom.reset();
    return mailroom;
}

}  // namespace

Station Station::create(mpi::CommView comm, mpi::NodeMap nodes) {
    std::unique_ptr<Mailroom> mailroom = open_mailroom(comm, nodes);
    if (mailroom != nullptr) return {std::move(nodes), std::move(mailroom)};
    nodes = mpi::nodes_in_blocks(comm.size(), comm.size());
    mailroom = open_mailroom(comm, nodes);
    return {std::move(nodes), std::move(mailroom)};
}

}  // namespace weft::engine::exchange
