// SPDX-License-Identifier: BSD-3-Clause
// The map of a window against a plain vector<bool>.
#include "engine/window/coverage.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

class CoverageModel {
public:
    CoverageModel(std::int64_t begin, std::int64_t end)
        : begin_(begin), marked_(static_cast<std::size_t>(end - begin)) {}

    void add(std::int64_t from, std::int64_t to) {
        for (std::int64_t i = from; i < to; ++i) marked_[index(i)] = true;
    }
    [[nodiscard]] bool has(std::int64_t at) const { return at < end() && marked_[index(at)]; }
    [[nodiscard]] std::int64_t end() const { return begin_ + std::ssize(marked_); }

    void check(const Coverage& coverage) const {
        std::int64_t first = end();
        std::int64_t last = begin_;
        std::int64_t bytes = 0;
        std::int64_t runs = 0;
        for (std::int64_t i = begin_; i < end(); ++i) {
            if (!has(i)) continue;
            first = std::min(first, i);
            last = i + 1;
            ++bytes;
            runs += has(i + 1) ? 0 : 1;
        }
        ASSERT_EQ(coverage.empty(), bytes == 0);
        ASSERT_EQ(coverage.run_count(), runs);
        ASSERT_EQ(coverage.byte_count(), bytes);
        check_parts(coverage);
        if (bytes == 0) return;
        ASSERT_EQ(coverage.first(), first);
        ASSERT_EQ(coverage.last(), last);
        ASSERT_EQ(coverage.complete(), last - first == bytes);
        check_holes(coverage, first, last);
    }

    void check_parts(const Coverage& coverage) const {
        constexpr std::int64_t most_grain = 64;
        for (std::int64_t from = begin_; from < end(); from += 3 * most_grain) {
            const std::int64_t to = std::min(from + 3 * most_grain, end());
            std::int64_t bytes = 0;
            for (std::int64_t i = from; i < to; ++i) bytes += has(i) ? 1 : 0;
            ASSERT_EQ(coverage.bytes_in(from, to), bytes);
        }
    }

    /// Checks that exactly the unmarked bytes between first and last come from the old bytes.
    void check_holes(const Coverage& coverage, std::int64_t first, std::int64_t last) const {
        std::vector<std::byte> image(marked_.size(), std::byte{1});
        const std::vector<std::byte> old(marked_.size(), std::byte{2});
        coverage.fill_holes(image.data(), old.data());
        for (std::int64_t i = begin_; i < end(); ++i) {
            const bool is_hole = i >= first && i < last && !has(i);
            ASSERT_EQ(image[index(i)], is_hole ? std::byte{2} : std::byte{1}) << "at " << i;
        }
    }

    void check_runs(const Coverage& coverage) const {
        for (std::int64_t from = begin_; from <= end(); ++from) {
            std::int64_t begin = from;
            while (begin < end() && !has(begin)) ++begin;
            std::int64_t stop = begin;
            while (has(stop)) ++stop;
            const region::Interval run = coverage.next_run(from);
            ASSERT_EQ(run.begin, begin) << "from " << from;
            ASSERT_EQ(run.end, stop) << "from " << from;
        }
    }

private:
    [[nodiscard]] std::size_t index(std::int64_t at) const {
        return static_cast<std::size_t>(at - begin_);
    }

    std::int64_t begin_;
    std::vector<bool> marked_;
};

/// Ends near the words' boundaries, where masks go wrong.
std::vector<std::int64_t> telling_positions(std::int64_t size) {
    std::vector<std::int64_t> positions;
    for (std::int64_t at = 0; at <= size; ++at) {
        const std::int64_t near = (at + 2) % 64;
        if (near <= 4 || at == size) positions.push_back(at);
    }
    return positions;
}

TEST(Coverage, OneRangeAnywhere) {
    for (const std::int64_t size : {1, 2, 63, 64, 65, 127, 128, 129, 192}) {
        for (const std::int64_t begin : {0, 5, 1000}) {
            for (const std::int64_t from : telling_positions(size)) {
                for (const std::int64_t to : telling_positions(size)) {
                    Coverage coverage;
                    coverage.reset(begin, begin + size);
                    CoverageModel model(begin, begin + size);
                    coverage.add(begin + from, begin + to);
                    model.add(begin + from, begin + to);
                    ASSERT_NO_FATAL_FAILURE(model.check(coverage)) << from << " " << to;
                }
            }
        }
    }
}

TEST(Coverage, TwoRangesInAnyOrderWithAllTheirRuns) {
    constexpr std::int64_t size = 130;
    const std::vector<std::int64_t> positions = telling_positions(size);
    for (const std::int64_t a : positions) {
        for (const std::int64_t b : positions) {
            for (const std::int64_t c : positions) {
                Coverage coverage;
                coverage.reset(7, 7 + size);
                CoverageModel model(7, 7 + size);
                coverage.add(7 + b, 7 + c);
                coverage.add(7 + a, 7 + b);
                model.add(7 + b, 7 + c);
                model.add(7 + a, 7 + b);
                ASSERT_NO_FATAL_FAILURE(model.check(coverage)) << a << " " << b << " " << c;
                ASSERT_NO_FATAL_FAILURE(model.check_runs(coverage)) << a << " " << b << " " << c;
            }
        }
    }
}

TEST(Coverage, PartsOfNestsThatOverlap) {
    for (const std::uint64_t seed : test_seeds(300)) {
        Random random(seed);
        Coverage coverage;
        // A map that was used before must forget.
        coverage.reset(0, 900);
        coverage.add(0, 900);
        coverage.reset(100, 100 + 700);
        CoverageModel model(100, 100 + 700);
        for (int i = 0; i < 4; ++i) {
            const region::Nest nest(random.between(100, 150), random.between(1, 70),
                                    {{random.between(1, 3), random.between(200, 215)},
                                     {random.between(1, 2), random.between(70, 100)}});
            const std::int64_t to = random.between(0, nest.bytes());
            const std::int64_t from = random.between(0, to);
            coverage.add(nest, from, to);
            const std::vector<std::int64_t> offsets = offsets_of(nest);
            for (std::int64_t at = from; at < to; ++at) {
                const std::int64_t offset = offsets[static_cast<std::size_t>(at)];
                model.add(offset, offset + 1);
            }
        }
        ASSERT_NO_FATAL_FAILURE(model.check(coverage)) << replay_of(seed);
        ASSERT_NO_FATAL_FAILURE(model.check_runs(coverage)) << replay_of(seed);
    }
}

TEST(Coverage, OneHoleOfOneByteIsAHole) {
    for (std::int64_t hole = 1; hole < 199; ++hole) {
        Coverage coverage;
        coverage.reset(0, 200);
        coverage.add(0, hole);
        EXPECT_TRUE(coverage.complete());
        coverage.add(hole + 1, 200);
        EXPECT_FALSE(coverage.complete()) << hole;
        coverage.add(hole, hole + 1);
        EXPECT_TRUE(coverage.complete()) << hole;
    }
}

TEST(Coverage, MarksOfGrainsPassThroughAMapThatOthersShare) {
    for (const std::uint64_t seed : test_seeds(400)) {
        Random random(seed);
        const std::int64_t grain = std::int64_t{1} << random.between(0, 6);
        const std::int64_t begin = grain * random.between(0, 5);
        const std::int64_t grains = random.between(1, 200);
        CoverageModel model(begin, begin + grains * grain);
        std::vector<std::atomic<std::uint64_t>> shared(4);
        for (int rank = 0; rank < 3; ++rank) {
            Coverage own;
            own.reset(begin, begin + grains * grain, grain);
            const std::int64_t to = random.between(0, grains);
            const std::int64_t from = random.between(0, to);
            own.add(begin + from * grain, begin + to * grain);
            model.add(begin + from * grain, begin + to * grain);
            own.add_to(shared);
        }
        Coverage all;
        all.take(begin, begin + grains * grain, grain, shared);
        ASSERT_NO_FATAL_FAILURE(model.check(all)) << replay_of(seed);
        for (const std::atomic<std::uint64_t>& word : shared) ASSERT_EQ(word.load(), 0U);
    }
}

}  // namespace
}  // namespace weft::engine
