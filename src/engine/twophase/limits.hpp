// SPDX-License-Identifier: BSD-3-Clause
// Limits of the memory that an exchange between nodes uses, whatever the request. All ranks
// have the same, since both ends of a message must cut it at the same places.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace weft::engine::twophase {

struct ExchangeLimits {
    std::int64_t fragment_bytes = 0;     // the longest part of a message
    std::int64_t step_bytes = 0;         // what a node has under way, twice
    std::int64_t ahead_bytes = 0;        // what an aggregator receives or sends beside its window
    std::size_t ahead_messages = 1;      // in how many messages: MPI looks at all of them each time
    std::int64_t description_bytes = 0;  // what an aggregator knows of the ranks at a time
};

/// An exchange cuts messages only where ranks overlap, or where windows are very large: otherwise a
/// node has less in a window than the window.
constexpr ExchangeLimits limits_for(std::int64_t window_bytes, int ranks) {
    constexpr std::int64_t most_fragment = 4 << 20;
    constexpr std::int64_t most_step = 8 << 20;
    constexpr std::int64_t most_ahead = 16 << 20;
    constexpr std::size_t most_messages = 256;
    constexpr std::int64_t of_each_rank = 256;  // one nest of each can always be known
    const std::int64_t fragment = std::clamp<std::int64_t>(window_bytes, 64, most_fragment);
    return {.fragment_bytes = fragment,
            .step_bytes = std::min(8 * fragment, most_step),
            .ahead_bytes = std::min(window_bytes, most_ahead) + fragment,
            .ahead_messages = most_messages,
            .description_bytes =
                std::max(64 * std::min(fragment, std::int64_t{1} << 20), ranks * of_each_rank)};
}

}  // namespace weft::engine::twophase
