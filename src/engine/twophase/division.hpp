// SPDX-License-Identifier: BSD-3-Clause
// How a call's part of a file is divided between aggregators, and how much of it would have to
// change nodes for that. Pure: no communication, no files.
#pragma once

#include <cstdint>

#include "engine/plan/summary.hpp"
#include "engine/request/options.hpp"
#include "engine/twophase/file_domains.hpp"
#include "engine/twophase/roles.hpp"
#include "mpi/node_map.hpp"

namespace weft::engine::twophase {

/// A file's part of a call.
struct Divided {
    std::size_t file = 0;
    std::int64_t begin = 0;  // access range: begin < end
    std::int64_t end = 0;
    std::int64_t window_bytes = 1;
    bool in_order = false;   // a rank's bytes must come in order of the file
    std::int64_t unit = 1;   // of the space, of which window_bytes is a multiple
};

/// As asked for; else one for each stripe of a file that is striped, or 0: as many as usual.
int wanted_aggregators(const Options& options);

/// `begin` and `end` of a slab of the call, or of all of it.
FileDomains divide(const Divided& call, const Options& options, const Roles& roles);

/// Who leads the domains. `nodes` must stay.
Roles assign(const Divided& call, const Options& options, const mpi::NodeMap& nodes);

/// How many of the bytes that a rank brings aggregators of other nodes move, if they are spread
/// evenly over its access range.
std::int64_t crossing_bytes(const Summary& mine, const FileDomains& domains, const Roles& roles,
                            const mpi::NodeMap& nodes);

}  // namespace weft::engine::twophase
