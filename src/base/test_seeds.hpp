// SPDX-License-Identifier: BSD-3-Clause
// The seeds of random tests: fixed ones, so that old failures are tried again, and in CI as many
// new ones (dev/test sets WEFT_SEED). A build that runs what another one has run already takes a
// part of them (WEFT_SEEDS_PART).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace weft {

/// `count` seeds, from `first` on. If WEFT_SEED is set, the second half counts from it: set to a
/// failed seed, it tries that one first. If WEFT_SEEDS_PART is set: so many times fewer.
inline std::vector<std::uint64_t> test_seeds(std::uint64_t count, std::uint64_t first = 0) {
    const char* const fresh = std::getenv("WEFT_SEED");
    const char* const part = std::getenv("WEFT_SEEDS_PART");
    if (part != nullptr)
        count = std::max<std::uint64_t>(count / std::strtoull(part, nullptr, 10), 2);
    const std::uint64_t fixed = fresh == nullptr ? count : count / 2;
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t i = 0; i < fixed; ++i) seeds.push_back(first + i);
    for (std::uint64_t i = fixed; i < count; ++i)
        seeds.push_back(std::strtoull(fresh, nullptr, 10) + i - fixed);
    return seeds;
}

/// The message of a failure.
inline std::string replay_of(std::uint64_t seed) {
    return "seed " + std::to_string(seed) + ", again with WEFT_SEED=" + std::to_string(seed);
}

}  // namespace weft
