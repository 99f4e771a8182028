// SPDX-License-Identifier: BSD-3-Clause
// What an aggregator knows of the ranks that have bytes in its domain, and how it gets to know it:
// once for each pattern of access, by one message from each of them.
#pragma once

#include <vector>

#include "engine/plan/summary.hpp"
#include "engine/trace/report.hpp"
#include "engine/twophase/description.hpp"
#include "engine/twophase/file_domains.hpp"
#include "engine/twophase/roles.hpp"
#include "mpi/comm.hpp"

namespace weft::engine::twophase {

struct OthersRequests {
    struct Member {
        int rank = 0;
        Described described;
    };
    std::int64_t begin = 0;       // of the domains, in the call that shapes are at
    std::vector<Member> members;  // by rank

    /// To the offsets of a call that is like the last but for its place in the file.
    void move_to(std::int64_t begin_of_call);
};

/// Where the bytes of a call lie, seen by all ranks alike.
struct Placement {
    const FileDomains& domains;
    const Roles& roles;
    const std::vector<Summary>& ranks;
};

/// Describes what could come to lie in a domain of the shapes in `list`.
Description describe(const std::vector<RequestShape>& list, const FileDomains& domains, int domain);

/// About how much memory an aggregator needs at most for the descriptions of such a list, if it is
/// told to `aggregators` aggregators.
std::int64_t description_memory(const std::vector<RequestShape>& list, int aggregators);

/// Collective. Every rank describes its shapes to the aggregators whose domains they could come to
/// lie in. Uniform: scene.
OthersRequests introduce(const std::vector<RequestShape>& list, const Placement& placement,
                         mpi::CommView comm, Report& report);

}  // namespace weft::engine::twophase
