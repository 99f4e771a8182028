// SPDX-License-Identifier: BSD-3-Clause
// Random calls of all ranks of a test, which every rank makes from the same seed.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/request/options.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {

enum class Overlap { none, within_and_between_ranks };

/// Samples of requests of all ranks, some of them empty, to 600 bytes of the file from `begin` on.
/// Each rank's bytes are anywhere in them, or in one of several parts.
inline std::vector<Sample> samples_of_ranks(Random& random, Direction direction, Overlap overlap,
                                            std::int64_t begin = 0) {
    constexpr std::int64_t file_bytes = 600;
    const std::int64_t parts = random.between(1, 3);
    const std::int64_t part = file_bytes / parts;
    std::vector<bool> taken(static_cast<std::size_t>(begin + file_bytes));
    const bool disjoint = direction == Direction::put && overlap == Overlap::none;
    std::vector<Sample> samples;
    for (int rank = 0; rank < world().size(); ++rank) {
        samples.push_back(random_sample(random, direction,
                                        {.begin = begin + rank % parts * part,
                                         .bytes = part,
                                         .taken = disjoint ? &taken : nullptr}));
        if (!random.one_in(6)) continue;
        samples.back() = Sample();
        samples.back().request.direction = direction;
    }
    return samples;
}

inline Options random_options(Random& random, Method method) {
    const auto window = [&random] { return random.between(1, random.one_in(2) ? 20 : 700); };
    constexpr Choice choices[] = {Choice::automatic, Choice::enable, Choice::disable};
    return {.method = method,
            .sieve_read = choices[random.between(0, 2)],
            .sieve_write = choices[random.between(0, 2)],
            .shared_memory = choices[random.between(0, 2)],
            .window_bytes = window(),
            .aggregators = static_cast<int>(random.between(0, world().size() + 1)),
            .stripe_bytes = random.one_in(3) ? random.between(1, 200) : 0,
            .stripes = static_cast<int>(random.between(0, 6)),
            .is_striped = random.one_in(2),
            .pretended_nodes = static_cast<int>(random.between(0, world().size() + 1)),
            .sieve_read_bytes = window(),
            .sieve_write_bytes = window()};
}

}  // namespace weft::engine
