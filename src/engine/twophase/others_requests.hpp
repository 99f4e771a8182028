// SPDX-License-Identifier: BSD-3-Clause
// What an aggregator knows of the ranks that have bytes in its domain.
#pragma once

#include <vector>

#include "engine/twophase/description.hpp"
#include "engine/twophase/file_domains.hpp"

namespace weft::engine::twophase {

struct OthersRequests {
    struct Member {
        int node = 0;
        int place = 0;     // among the ranks of the node
        int delegate = 0;  // the rank that exchanges for the node
        Described described;
    };
    std::int64_t begin = 0;       // of the domains, in the call that shapes are at
    std::vector<Member> members;  // by node, then by place

    /// Moves all to the offsets of a call that differs from the last only by its place in the file.
    void move_to(std::int64_t begin_of_call);
};

/// Describes the parts of the shapes in `list` that could lie in a domain.
Description describe(const std::vector<RequestShape>& list, const FileDomains& domains, int domain);

/// Estimates how much memory an aggregator needs at most for the descriptions of such a list, if a
/// rank tells it to `aggregators` aggregators.
std::int64_t description_memory(const std::vector<RequestShape>& list, int aggregators);

}  // namespace weft::engine::twophase
