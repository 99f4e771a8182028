// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/steps.hpp"

namespace weft::engine::twophase {

std::vector<Step> steps_of(const std::vector<std::int64_t>& bytes, const ExchangeLimits& limits) {
    std::vector<Step> steps;
    std::int64_t used = limits.step_bytes;
    for (std::size_t domain = 0; domain < bytes.size(); ++domain) {
        for (std::int64_t from = 0; from < bytes[domain]; from += limits.fragment_bytes) {
            const std::int64_t to = std::min(from + limits.fragment_bytes, bytes[domain]);
            if (used + (to - from) > limits.step_bytes) {
                steps.emplace_back();
                used = 0;
            }
            steps.back().push_back({static_cast<int>(domain), from, to, used});
            used += to - from;
        }
    }
    return steps;
}

}  // namespace weft::engine::twophase
