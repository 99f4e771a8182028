// SPDX-License-Identifier: BSD-3-Clause
// What a leader knows of the ranks that have bytes in its domain, and how it gets to know it: once
// for each pattern of access, by one message from each of them.
#pragma once

#include <vector>

#include "engine/cost.hpp"
#include "engine/exchange/description.hpp"
#include "engine/exchange/domains.hpp"
#include "engine/exchange/roles.hpp"
#include "engine/report.hpp"
#include "mpi/comm.hpp"

namespace weft::engine::exchange {

struct Knowledge {
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
struct Scene {
    const Domains& domains;
    const Roles& roles;
    const std::vector<Summary>& ranks;
};

/// Describes what could come to lie in a domain of the shapes in `list`.
Description describe(const std::vector<Listed>& list, const Domains& domains, int domain);

/// About how much memory a leader needs at most for the descriptions of such a list, if it is told
/// to `leaders` leaders.
std::int64_t description_memory(const std::vector<Listed>& list, int leaders);

/// Collective. Every rank describes its shapes to the leaders whose domains they could come to lie
/// in. Uniform: scene.
Knowledge introduce(const std::vector<Listed>& list, const Scene& scene, mpi::CommView comm,
                    Report& report);

}  // namespace weft::engine::exchange
