// SPDX-License-Identifier: BSD-3-Clause
// Random shapes of data in the file and in memory, and plain loops that list where their bytes and
// elements are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "region/nest.hpp"
#include "region/pattern.hpp"

namespace weft::engine {

using Bytes = std::vector<std::byte>;

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// A number from `low` to `high`, both included.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
    }
    bool one_in(std::int64_t chances) { return between(1, chances) == 1; }
    Bytes bytes(std::int64_t count);

private:
    std::mt19937_64 engine_;
};

/// A random nest: loops of at most four repetitions around a run, with gaps or without; begins at
/// 0.
region::Nest random_nest(Random& random, std::int64_t element_bytes);

/// A random pattern of parts of one to three elements of `size` bytes, with gaps between them and
/// no element twice.
region::Pattern random_sequence(Random& random, std::int64_t elements, std::int64_t size);

/// A random pattern: dense, transposed, strided, backwards, a sequence, a repeated one, or one
/// place for all elements.
region::Pattern random_pattern(Random& random, std::int64_t elements, std::int64_t size);

/// The file offsets of a nest's stream, by plain loops.
std::vector<std::int64_t> offsets_of(const region::Nest& nest);

/// The places of `count` elements of a pattern, from element `from` on.
std::vector<std::int64_t> places_in(const region::Pattern& pattern, std::int64_t from,
                                    std::int64_t count);

}  // namespace weft::engine
