// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/others_requests.hpp"

namespace weft::engine::twophase {

Description describe(const std::vector<RequestShape>& list, const FileDomains& domains,
                     int domain) {
    std::vector<region::Interval> stretches;
    domains.for_each_stretch_within_reach(domain, domains.begin(), domains.end(),
                                          [&](std::int64_t begin, std::int64_t end) {
                                              stretches.push_back({begin, end});
                                          });
    Description description(domains.begin());
    for (const RequestShape& item : list) description.add(item, stretches);
    return description;
}

std::int64_t description_memory(const std::vector<RequestShape>& list, int aggregators) {
    constexpr std::int64_t shape_bytes = 200;
    constexpr std::int64_t run_bytes = sizeof(region::Run);
    std::int64_t bytes = 0;
    for (const RequestShape& item : list) {
        // Each aggregator is told a part of a list; any other shape is told whole.
        const bool is_list = item.shape->is_list();
        bytes += shape_bytes + item.shape->listed_runs() * run_bytes / (is_list ? aggregators : 1);
    }
    return bytes;
}

void OthersRequests::move_to(std::int64_t begin_of_call) {
    if (begin == begin_of_call) return;
    for (Member& member : members) member.described.move(begin_of_call - begin);
    begin = begin_of_call;
}

}  // namespace weft::engine::twophase
