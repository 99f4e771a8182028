// SPDX-License-Identifier: BSD-3-Clause
// McIlroy, Bostic, McIlroy, "Engineering radix sort" (1993): the American flag sort, with as many
// bits at a time as leave a few runs in a bucket. More than twice as fast as std::sort on the cells
// of an unstructured grid, and without the second array of other radix sorts.
#include "region/run_sort.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace weft::region {
namespace {

constexpr std::size_t few = 32;  // below, comparing is faster
constexpr int most_bits = 11;

struct Digit {
    std::int64_t lowest;
    int shift;

    [[nodiscard]] std::size_t of(const Run& run) const {
        return static_cast<std::uint64_t>(run.first() - lowest) >> shift;
    }
};

/// Swaps every run into its bucket; `next` is where each bucket begins, and then where it ends.
void distribute(std::span<Run> runs, const Digit& digit, std::span<std::size_t> next,
                std::span<const std::size_t> end) {
    for (std::size_t bucket = 0; bucket < end.size(); ++bucket) {
        while (next[bucket] < end[bucket]) {
            Run moving = runs[next[bucket]];
            std::size_t home = digit.of(moving);
            while (home != bucket) {
                std::swap(moving, runs[next[home]++]);
                home = digit.of(moving);
            }
            runs[next[bucket]++] = moving;
        }
    }
}

}  // namespace

void sort_by_first(std::span<Run> runs) {
    const auto by_first = [](const Run& a, const Run& b) { return a.first() < b.first(); };
    const auto [low, high] = std::ranges::minmax(runs, by_first);
    if (low.first() == high.first()) return;
    const auto width =
        static_cast<int>(std::bit_width(static_cast<std::uint64_t>(high.first() - low.first())));
    const int bits =
        std::min({most_bits, width, static_cast<int>(std::bit_width(runs.size() / 8))});
    const Digit digit{low.first(), width - bits};

    std::vector<std::size_t> places(std::size_t{2} << bits);
    const auto end = std::span(places).first(std::size_t{1} << bits);
    const auto next = std::span(places).last(end.size());
    for (const Run& run : runs) ++end[digit.of(run)];
    std::size_t before = 0;
    for (std::size_t bucket = 0; bucket < end.size(); ++bucket) {
        next[bucket] = before;
        before = end[bucket] += before;
    }
    distribute(runs, digit, next, end);
    for (std::size_t bucket = 0, begin = 0; bucket < end.size(); begin = end[bucket++]) {
        const auto part = runs.subspan(begin, end[bucket] - begin);
        if (part.size() > few) {
            sort_by_first(part);
        } else if (part.size() > 1) {
            std::sort(part.begin(), part.end(), by_first);
        }
    }
}

}  // namespace weft::region
