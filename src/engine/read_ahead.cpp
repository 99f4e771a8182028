// SPDX-License-Identifier: BSD-3-Clause
// Reading from several storage targets at a time. Whoever reads waits for one target while the
// others rest; so all are asked for what a call will read before any is waited for.
#include <algorithm>
#include <vector>

#include "engine/engine.hpp"
#include "region/interval.hpp"

namespace weft::engine {
namespace {

constexpr std::int64_t chunk_bytes = 1 << 20;
constexpr std::int64_t most_bytes = 128 << 20;  // of a rank, as it keeps of what it writes

/// What of a file is read, as far as holes between are not most of it.
region::Interval dense_range(std::int64_t begin, std::int64_t end, std::int64_t bytes) {
    return 2 * bytes >= end - begin ? region::Interval{begin, end} : region::Interval{};
}

}  // namespace

/// Of a call to several files on targets of their own. What ranks of a node read together they ask
/// for in turns, from the front of all files on; the rest each for itself.
void Engine::read_ahead(FileParts& parts) {
    if (parts.size() < 2) return;
    struct Wanted {
        Channel* channel;
        region::Interval range;
        bool is_shared;
    };
    std::vector<Wanted> all_wanted;
    std::int64_t longest = 0;
    for (FilePart& part : parts) {
        const bool is_shared = shares_windows(part.plan);
        const bool is_of_others = part.method().needs.all_ranks && !is_shared;
        if (!part.plan.cost.on_own_target || is_of_others || !part.file.channel.kind().is_file)
            continue;
        const CallTotals& all = part.pattern->all;
        const Request& mine = part.request;
        const region::Interval range = is_shared
                                           ? dense_range(all.begin, all.end, all.bytes)
                                           : dense_range(mine.begin(), mine.end(), mine.bytes());
        all_wanted.push_back({&part.file.channel, range, is_shared});
        longest = std::max(longest, range.length());
    }
    std::int64_t asked = 0;
    for (std::int64_t i = 0; i * chunk_bytes < longest && asked < most_bytes; ++i) {
        for (const Wanted& wanted : all_wanted) {
            const std::int64_t begin = wanted.range.begin + i * chunk_bytes;
            const std::int64_t end = std::min(begin + chunk_bytes, wanted.range.end);
            if (begin >= end || (wanted.is_shared && i % comm_.size() != comm_.rank())) continue;
            wanted.channel->will_read(begin, end - begin);
            asked += end - begin;
        }
    }
}

}  // namespace weft::engine
