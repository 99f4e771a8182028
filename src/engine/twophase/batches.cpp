// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/batches.hpp"

#include <algorithm>
#include <limits>

namespace weft::engine::twophase {

std::optional<std::int64_t> seek_in(ListWalk& walk, const FileDomains& domains, int domain,
                                    std::int64_t from) {
    while (const std::optional<std::int64_t> found = walk.seek(from)) {
        if (*found >= domains.end()) break;
        from = domains.next_in(domain, *found);
        if (from == *found) return found;
    }
    return std::nullopt;
}

Batches::Batches(const std::vector<RequestShape>& list, const FileDomains& domains)
    : domains_(domains) {
    std::vector<std::vector<RequestShape>> of_domain(static_cast<std::size_t>(domains.count()));
    for (const RequestShape& item : list) {
        const std::int64_t begin = std::max(item.shape->base(), domains.begin());
        const std::int64_t end = std::min(item.shape->end(), domains.end());
        if (begin >= end) continue;
        domains.for_each_touched(begin, end, [&](int domain) {
            of_domain[static_cast<std::size_t>(domain)].push_back(item);
        });
    }
    for (int domain = 0; domain < domains.count(); ++domain) {
        std::vector<RequestShape>& items = of_domain[static_cast<std::size_t>(domain)];
        if (items.empty()) continue;
        parts_.push_back({domain, std::move(items), {}, {}});
    }
    for (Part& part : parts_) {
        part.walk.emplace(ListedShapes(part.list));
        find_next(part, domains.begin());
    }
}

void Batches::find_next(Part& part, std::int64_t from) {
    part.offset = seek_in(*part.walk, domains_, part.domain, from);
}

std::optional<Batches::Batch> Batches::next() {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    std::int64_t lowest = none;
    for (const Part& part : parts_) {
        if (part.offset) lowest = std::min(lowest, domains_.at(*part.offset).number);
    }
    if (lowest == none) return std::nullopt;
    Batch batch{lowest, {}};
    for (Part& part : parts_) {
        if (!part.offset) continue;
        const FileDomains::Window window = domains_.at(*part.offset);
        if (window.number != lowest) continue;
        std::vector<Share> shares = part.walk->take(window.begin, window.end);
        batch.stops.push_back({part.domain, bytes_of(shares), std::move(shares)});
        find_next(part, window.end);
    }
    return batch;
}

}  // namespace weft::engine::twophase
