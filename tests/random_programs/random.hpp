// SPDX-License-Identifier: BSD-3-Clause
//
// A small generator of random numbers whose sequence is the same on every rank, compiler and
// library.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace random_programs {

// Mixes two numbers well into one; derives the seed of a part from the seed of the whole.
constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t part) {
    std::uint64_t z = seed + 0x9e3779b97f4a7c15U * (part + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return mix(state_++, 0x5851f42d4c957f2dU); }

    // A number in [low, high]; both ends are possible.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }

    bool chance(int percent) { return between(1, 100) <= percent; }

    template <typename T>
    const T& pick(const std::vector<T>& items) {
        return items[next() % items.size()];
    }

    template <typename T>
    void shuffle(std::vector<T>& items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[next() % i]);
        }
    }

private:
    std::uint64_t state_;
};

}  // namespace random_programs
