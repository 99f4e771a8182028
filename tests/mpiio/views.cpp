// SPDX-License-Identifier: BSD-3-Clause
#include "views.hpp"

#include <algorithm>

namespace mpiio {
namespace {

struct Request {
    Random& random;
    int ranks;
    const Datatype& etype;
    const Place& place;
    std::int64_t displacement;  // of all ranks
};

/// Gives each rank a part of the file of its own.
std::vector<View> side_by_side(const Request& request) {
    Random& random = request.random;
    const Datatype& etype = request.etype;
    const Datatype filetype =
        random.chance(30) ? etype : rising(random, etype, 1 + random.chance(50));
    const std::int64_t tiles =
        (request.place.skip + request.place.longest) * etype.size() / filetype.size() + 1;
    const std::int64_t part = tiles * filetype.extent() + filetype.end_byte();
    std::vector<View> views;
    for (int rank = 0; rank < request.ranks; ++rank) {
        views.push_back({request.displacement + rank * part, etype, filetype, true});
    }
    return views;
}

/// Tiles of all ranks in turn.
std::vector<View> in_turn(const Request& request) {
    Random& random = request.random;
    const Datatype part = rising(random, request.etype, 1 + random.chance(50));
    const std::int64_t unit = request.etype.extent();
    const std::int64_t stretch = (request.place.stretch - 1) / unit * unit;
    const std::int64_t reach = std::max(part.end_byte(), part.lower_bound() + part.extent());
    const std::int64_t span =
        (reach + unit - 1) / unit * unit + random.between(0, 2) * unit + stretch;
    const Datatype filetype = resized(0, request.ranks * span, part);
    std::vector<View> views;
    for (int rank = 0; rank < request.ranks; ++rank) {
        views.push_back({request.displacement + rank * span, request.etype, filetype, true});
    }
    return views;
}

/// Each etype of a tile belongs to one rank or to none. Where tiles may reach into each other, an
/// etype lies whole tiles further on than its own place: no two are at one place for all that.
std::vector<View> dealt_at_random(const Request& request) {
    Random& random = request.random;
    const std::int64_t unit = request.etype.extent();
    const bool reaches = request.place.stretch == 1 && random.chance(40) && request.place.may_reach;
    const std::int64_t tile = random.between(request.ranks, request.ranks + 12);
    std::vector<std::vector<std::int64_t>> places(static_cast<std::size_t>(request.ranks));
    for (std::int64_t i = 0; i < tile; ++i) {
        // The first go to each rank, so that none is left without.
        const std::int64_t owner = i < request.ranks ? i : random.between(0, request.ranks);
        if (owner == request.ranks) continue;
        const std::int64_t further = reaches ? random.between(0, 2) * tile : 0;
        places[static_cast<std::size_t>(owner)].push_back(further + i);
    }
    const std::int64_t stretch = (request.place.stretch - 1) / unit * unit;
    const bool joins = random.chance(50);
    std::vector<View> views;
    for (auto& own : places) {
        std::sort(own.begin(), own.end());
        std::vector<Block> blocks;
        for (const std::int64_t i : own) {
            if (joins && !blocks.empty() &&
                blocks.back().displacement + blocks.back().length * unit == i * unit) {
                ++blocks.back().length;
            } else {
                blocks.push_back({i * unit, 1});
            }
        }
        const Datatype filetype =
            resized(0, tile * unit + stretch, of_blocks(random, blocks, request.etype));
        views.push_back({request.displacement, request.etype, filetype, !reaches});
    }
    return views;
}

/// Parts of an array, which is cut along one dimension.
std::vector<View> cut_array(const Request& request) {
    Random& random = request.random;
    const int dimensions = static_cast<int>(random.between(1, 3));
    const auto cut = static_cast<std::size_t>(random.between(0, dimensions - 1));
    const int order = random_order(random);
    std::vector<Range> ranges;
    for (int i = 0; i < dimensions; ++i) {
        Range range{.array_size = static_cast<int>(random.between(1, 5))};
        range.size = static_cast<int>(random.between(1, range.array_size));
        range.start = static_cast<int>(random.between(0, range.array_size - range.size));
        ranges.push_back(range);
    }
    ranges[cut].size = static_cast<int>(random.between(1, 3));
    ranges[cut].array_size =
        ranges[cut].size * request.ranks + static_cast<int>(random.between(0, 2));
    std::vector<View> views;
    for (int rank = 0; rank < request.ranks; ++rank) {
        ranges[cut].start = rank * ranges[cut].size;
        views.push_back(
            {request.displacement, request.etype, subarray(ranges, order, request.etype), true});
    }
    return views;
}

/// An array that MPI deals out.
std::vector<View> dealt_array(const Request& request) {
    Random& random = request.random;
    std::vector<Deal> deals(static_cast<std::size_t>(random.between(1, 3)));
    const std::size_t shared = static_cast<std::size_t>(random.between(0, 2)) % deals.size();
    const bool is_square = request.ranks == 4 && deals.size() > 1;
    const std::size_t second = (shared + 1) % deals.size();
    for (std::size_t i = 0; i < deals.size(); ++i) {
        if (i == shared) deals[i].processes = is_square ? 2 : request.ranks;
        if (i == second && is_square) deals[i].processes = 2;
        const int processes = deals[i].processes;
        const int each = static_cast<int>(random.between(1, 4));
        // The last process has at least one element, whatever the distribution.
        deals[i].array_size = each * (processes - 1) + static_cast<int>(random.between(1, each));
        deals[i].argument = each;
        if (random.chance(50)) {
            deals[i].distribution = MPI_DISTRIBUTE_CYCLIC;
            deals[i].array_size += static_cast<int>(random.between(0, 4));
            if (random.chance(50)) deals[i].argument = MPI_DISTRIBUTE_DFLT_DARG;
        } else if (processes == 1 && random.chance(50)) {
            deals[i].distribution = MPI_DISTRIBUTE_NONE;
            deals[i].argument = MPI_DISTRIBUTE_DFLT_DARG;
        }
    }
    const int order = random_order(random);
    std::vector<View> views;
    for (int rank = 0; rank < request.ranks; ++rank) {
        views.push_back({request.displacement, request.etype,
                         darray(request.ranks, rank, deals, order, request.etype), true});
    }
    return views;
}

}  // namespace

std::int64_t View::end_offset(std::int64_t file_size) const {
    const std::int64_t per_tile = filetype.size() / etype.size();
    std::int64_t tile =
        std::max<std::int64_t>(0, (file_size - position(0)) / filetype.extent() - 1);
    std::int64_t offset = tile * per_tile;
    while (position(offset * etype.size()) < file_size) ++offset;
    return offset;
}

std::string View::text() const {
    return "displacement " + std::to_string(displacement) + ", etype " + etype.text() +
           ", filetype " + filetype.text();
}

std::vector<View> disjoint_views(Random& random, int ranks, const Datatype& etype,
                                 const Place& place) {
    const Request request{random, ranks, etype, place, place.origin + random.between(0, 40)};
    switch (random.between(0, 5)) {
        case 0:
            return side_by_side(request);
        case 1:
            return in_turn(request);
        case 2:
            return cut_array(request);
        case 3:
            return dealt_array(request);
        default:
            return dealt_at_random(request);
    }
}

}  // namespace mpiio
