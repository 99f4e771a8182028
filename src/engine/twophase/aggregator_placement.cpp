// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/aggregator_placement.hpp"

#include <algorithm>

namespace weft::engine::twophase {
namespace {

/// The number of stripes to divide the file into. If a hint asks for several aggregators for each
/// stripe, each gets a part of it.
int stripes_of(const Divided& call, const Options& options) {
    if (call.file > 0) return options.stripes_behind;
    if (!options.is_striped || options.stripes == 0) return options.stripes;
    return options.stripes * std::max(1, options.aggregators / options.stripes);
}

}  // namespace

int wanted_aggregators(const Options& options) {
    return options.aggregators == 0 && options.is_striped && options.stripes > 1
               ? options.stripes
               : options.aggregators;
}

FileDomains divide(const Divided& call, const Options& options, const Roles& roles) {
    FileDomains::Shape shape{.begin = call.begin,
                             .end = call.end,
                             .window_bytes = call.window_bytes,
                             .aggregators = roles.aggregator_count(),
                             .unit = call.unit};
    if (call.unit == 1) {
        shape.stripe_bytes = options.stripe_bytes;
        shape.stripes = stripes_of(call, options);
    }
    // Windows dealt out in turn: then batches follow each other in the file, and a unit of a target
    // has the same aggregator in every call.
    if (call.in_order || call.unit > 1) {
        shape.stripe_bytes = call.window_bytes;
        shape.stripes = shape.aggregators;
    }
    return FileDomains(shape);
}

Roles assign(const Divided& call, const Options& options, const mpi::NodeMap& nodes) {
    // The work of a target on units may keep a processor busy, so all ranks get some.
    const int wanted =
        call.unit > 1 && options.aggregators == 0 ? nodes.ranks() : wanted_aggregators(options);
    Roles roles(nodes, wanted, options.one_host ? 1 : nodes.count());
    // Files of a set are about as long as each other, so each goes on where the one before ends.
    const std::int64_t slices = call.unit > 1 ? 1 : divide(call, options, roles).slices();
    roles.begin_with(static_cast<std::int64_t>(call.file) * slices);
    return roles;
}

std::int64_t crossing_bytes(const Summary& mine, const FileDomains& domains, const Roles& roles,
                            const mpi::NodeMap& nodes) {
    constexpr std::int64_t most_slices = 1024;
    const auto bytes = static_cast<double>(mine.bytes);
    const std::int64_t slices = domains.slices_in(mine.begin, mine.end);
    if (slices == 0) return 0;
    if (slices > most_slices)  // each domain has about as many of them
        return static_cast<std::int64_t>(bytes * (1 - 1 / static_cast<double>(nodes.count())));
    std::int64_t elsewhere = 0;
    domains.for_each_slice(mine.begin, mine.end,
                           [&](int domain, std::int64_t begin, std::int64_t end) {
                               if (roles.node_of(domain) != nodes.here().node)
                                   elsewhere += end - begin;
                           });
    return static_cast<std::int64_t>(bytes * static_cast<double>(elsewhere) /
                                     static_cast<double>(mine.end - mine.begin));
}

}  // namespace weft::engine::twophase
