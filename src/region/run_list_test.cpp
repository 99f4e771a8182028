// SPDX-License-Identifier: BSD-3-Clause
// Lists of runs, in every order and with every kind of pattern, against plain loops.
#include "region/run_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "base/test_seeds.hpp"
#include "region/run_collector.hpp"
#include "region/test_shapes.hpp"

namespace weft::region {
namespace {

using Runs = std::vector<Run>;  // inside a test, Run is a member of its class

constexpr ElementPlaces one_slab{.begin = 100, .element_bytes = 2};
constexpr ElementPlaces records{
    .begin = 36, .element_bytes = 4, .slab_elements = 10, .slab_pitch = 56};

/// Disjoint runs in the order of the file, with their places in memory shuffled.
Runs random_runs(std::mt19937& random, const ElementPlaces& places, int count) {
    Runs runs;
    std::vector<std::int64_t> lengths;
    std::int64_t first = 0;
    for (int i = 0; i < count; ++i) {
        first += random() % 4;
        std::int64_t length = 1 + random() % 3;
        if (places.slab_elements > 0) {
            const std::int64_t left = places.slab_elements - first % places.slab_elements;
            length = std::min(length, left);
        }
        runs.emplace_back(first, length, 0);
        first += length;
    }
    std::vector<std::size_t> order(runs.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::shuffle(order, random);
    std::int64_t memory = 0;
    for (const std::size_t i : order) {
        runs[i] = Run(runs[i].first(), runs[i].length(), memory);
        memory += runs[i].length();
    }
    return runs;
}

ShapeBytes bytes_by_loops(const Runs& runs, const ElementPlaces& places) {
    ShapeBytes bytes;
    for (const Run& run : runs) {
        for (std::int64_t i = 0; i < run.length(); ++i) {
            for (std::int64_t j = 0; j < places.element_bytes; ++j)
                bytes.push_back({places.offset_of(run.first() + i) + j,
                                 (run.memory() + i) * places.element_bytes + j});
        }
    }
    return bytes;
}

void expect_plain_loops(const Runs& runs, const ElementPlaces& places, std::mt19937& random) {
    const ShapeBytes expected = bytes_by_loops(runs, places);
    const auto bytes = std::ssize(expected);
    const FileShape list(RunList(std::make_shared<const Runs>(runs), places));
    ASSERT_EQ(list.bytes(), bytes);
    ASSERT_EQ(list.runs(), std::ssize(runs));
    ASSERT_EQ(list.base(), expected.front().offset);
    ASSERT_EQ(list.end(), expected.back().offset + 1);
    for (std::int64_t i = 0; i < bytes; ++i) {
        ASSERT_EQ(list.offset_of(i), expected[static_cast<std::size_t>(i)].offset);
        ASSERT_EQ(list.memory_of(i), expected[static_cast<std::size_t>(i)].memory);
    }
    std::int64_t below = 0;
    for (std::int64_t offset = 0; offset <= list.end() + 2; ++offset) {
        ASSERT_EQ(list.bytes_below(offset), below) << "offset " << offset;
        if (below < bytes && expected[static_cast<std::size_t>(below)].offset == offset) ++below;
    }
    for (int i = 0; i < 50; ++i) {
        const auto from = static_cast<std::int64_t>(random()) % (bytes + 1);
        const std::int64_t to = from + static_cast<std::int64_t>(random()) % (bytes - from + 1);
        ASSERT_EQ(bytes_by_visit(list, {from, to}),
                  ShapeBytes(expected.begin() + from, expected.begin() + to));
    }
}

TEST(RunList, AgreesWithPlainLoopsWhereverItIsCut) {
    for (const std::uint64_t seed : test_seeds(2, 1)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937 random(static_cast<std::uint32_t>(seed));
        for (const ElementPlaces& places : {one_slab, records}) {
            for (const int count : {1, 2, 7, 30, 64, 65, 200})
                expect_plain_loops(random_runs(random, places, count), places, random);
        }
    }
}

/// The runs and patterns of a collector, as (element, memory) pairs.
std::multiset<std::pair<std::int64_t, std::int64_t>> elements_of(RunCollector& collector) {
    std::multiset<std::pair<std::int64_t, std::int64_t>> elements;
    for (const Run& run : collector.runs()) {
        for (std::int64_t i = 0; i < run.length(); ++i)
            elements.emplace(run.first() + i, run.memory() + i);
    }
    for (const EqualRuns& pattern : collector.patterns()) {
        for (std::int64_t k = 0; k < pattern.count; ++k) {
            for (std::int64_t i = 0; i < pattern.length; ++i)
                elements.emplace(pattern.first + k * pattern.pitch + i,
                                 pattern.memory + k * pattern.length + i);
        }
    }
    return elements;
}

TEST(RunCollector, KeepsEveryElementWhateverPatternItFinds) {
    for (const std::uint64_t seed : test_seeds(2000, 2)) {
        std::mt19937 random(static_cast<std::uint32_t>(seed));
        const std::int64_t slab = seed % 3 == 0 ? 50 : 0;
        RunCollector collector(slab, 10);
        std::multiset<std::pair<std::int64_t, std::int64_t>> expected;
        std::int64_t first = 0;
        std::int64_t pitch = 1;
        std::int64_t length = 1;
        for (int i = 0; i < 100; ++i) {
            if (random() % 20 == 0) pitch = static_cast<std::int64_t>(random() % 5) - 1;
            if (random() % 20 == 0) length = 1 + random() % 3;
            if (random() % 30 == 0) collector.skip(5);
            first = std::max<std::int64_t>(0, first + pitch);
            std::int64_t cut = length;
            if (slab > 0) cut = std::min(length, slab - first % slab);
            for (std::int64_t k = 0; k < cut; ++k)
                expected.emplace(first + k, collector.memory() + k);
            collector.add(first, cut);
        }
        collector.finish();
        ASSERT_EQ(elements_of(collector), expected) << replay_of(seed);
        for (const EqualRuns& pattern : collector.patterns()) {
            const std::int64_t last = pattern.first + (pattern.count - 1) * pattern.pitch;
            ASSERT_TRUE(slab == 0 || pattern.first / slab == last / slab);
            ASSERT_TRUE(pattern.count == 1 || pattern.pitch > pattern.length);
        }
    }
}

TEST(RunCollector, EqualSpacingCostsNothing) {
    RunCollector collector(0, 0);
    for (std::int64_t i = 0; i < 1'000'000; ++i) collector.add(3 * i, 1);
    for (std::int64_t i = 0; i < 1000; ++i) collector.add(4'000'000 + 5 * i, 5);
    collector.finish();
    EXPECT_TRUE(collector.runs().size() <= 1);
    ASSERT_GE(collector.patterns().size(), 1U);
    EXPECT_EQ(collector.patterns().front().count, 1'000'000);
}

std::tuple<std::int64_t, std::int64_t, std::int64_t> fields_of(const Run& run) {
    return {run.first(), run.length(), run.memory()};
}

TEST(RunCollector, OverlappingRunsAreTakenOut) {
    for (const std::uint64_t seed : test_seeds(200, 3)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937 random(static_cast<std::uint32_t>(seed));
        Runs runs;
        for (int i = 0; i < 30; ++i) runs.emplace_back(random() % 100, 1 + random() % 4, 10 * i);
        const Runs all = runs;
        const Runs out = sort_disjoint(runs);
        for (std::size_t i = 1; i < runs.size(); ++i) ASSERT_LE(runs[i - 1].end(), runs[i].first());
        // Each run is in one of the two lists, unchanged.
        Runs both = runs;
        both.insert(both.end(), out.begin(), out.end());
        std::ranges::sort(both, {}, &Run::memory);
        ASSERT_TRUE(std::ranges::equal(both, all, {}, fields_of, fields_of));
    }
}

}  // namespace
}  // namespace weft::region
