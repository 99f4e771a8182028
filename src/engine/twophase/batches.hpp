// SPDX-License-Identifier: BSD-3-Clause
// What one rank has in the windows of all aggregators, batch by batch. Batch k has the k-th window
// of each domain, so that all aggregators work at the same time. Pure: no communication, no files.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/twophase/file_domains.hpp"
#include "engine/twophase/walk.hpp"

namespace weft::engine::twophase {

class Batches {
public:
    /// Takes the elements that begin in the access range of the domains. Both outlive this.
    Batches(const std::vector<RequestShape>& list, const FileDomains& domains);

    /// The rank's bytes in one domain's window.
    struct Stop {
        int domain = 0;
        std::int64_t bytes = 0;
        std::vector<Share> shares;
    };
    struct Batch {
        std::int64_t number = 0;
        std::vector<Stop> stops;  // by domain; none empty
    };
    /// Returns the next batch in which the rank has bytes.
    [[nodiscard]] std::optional<Batch> next();

private:
    /// The shapes that have bytes in a domain, and how far next() has come in them.
    struct Part {
        int domain = 0;
        std::vector<RequestShape> list;
        std::optional<ListWalk> walk;
        std::optional<std::int64_t> offset;  // of the next byte in the domain
    };
    void find_next(Part& part, std::int64_t from);

    const FileDomains& domains_;
    std::vector<Part> parts_;  // by domain
};

/// Returns the first offset at or behind `from` that a walk has in a domain.
std::optional<std::int64_t> seek_in(ListWalk& walk, const FileDomains& domains, int domain,
                                    std::int64_t from);

}  // namespace weft::engine::twophase
