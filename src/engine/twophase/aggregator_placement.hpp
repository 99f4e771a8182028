// SPDX-License-Identifier: BSD-3-Clause
// Which ranks aggregate which part of a file in a call, so also which of them compress or
// decompress its chunks, and how many bytes would change nodes for that. Pure: no communication, no
// files.
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
    bool in_order = false;  // a rank's bytes must come in order of the file
    std::int64_t unit = 1;  // of the space, of which window_bytes is a multiple
};

/// The number of aggregators that a hint asks for; without a hint, one for each stripe of a striped
/// file; 0: the usual number.
int wanted_aggregators(const Options& options);

/// Divides a slab of the call, from `begin` to `end`, or all of it.
FileDomains divide(const Divided& call, const Options& options, const Roles& roles);

/// Decides who leads the domains. `nodes` outlives the result.
Roles assign(const Divided& call, const Options& options, const mpi::NodeMap& nodes);

/// The number of a rank's bytes that aggregators of other nodes move, if its bytes are spread
/// evenly over its access range.
std::int64_t crossing_bytes(const Summary& mine, const FileDomains& domains, const Roles& roles,
                            const mpi::NodeMap& nodes);

}  // namespace weft::engine::twophase
