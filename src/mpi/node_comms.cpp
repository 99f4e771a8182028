// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/node_comms.hpp"

#include <utility>

#include "mpi/failure.hpp"

namespace weft::mpi {

NodeComms NodeComms::create(CommView all, const NodeMap& nodes) {
    NodeComms made(all);
    if (nodes.count() == 1) return made;
    Result<Comm> node = Comm::split(all, nodes.here().node);
    if (!node.ok()) throw Failure(node.status());
    made.node_ = std::move(node).value();
    Result<Comm> speakers = Comm::split(all, made.speaks() ? 0 : 1);
    if (!speakers.ok()) throw Failure(speakers.status());
    made.speakers_ = std::move(speakers).value();
    return made;
}

void NodeComms::close() {
    speakers_.close();
    node_.close();
}

}  // namespace weft::mpi
