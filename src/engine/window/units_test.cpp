// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

/// The wanted units from `begin` on, joined where they are adjacent.
std::vector<region::Interval> units_by_bytes(const std::vector<bool>& marked, std::int64_t begin,
                                             std::int64_t unit, UnitsWanted wanted) {
    std::vector<region::Interval> parts;
    for (std::int64_t from = 0; from < std::ssize(marked); from += unit) {
        std::int64_t count = 0;
        for (std::int64_t i = from; i < std::min(from + unit, std::ssize(marked)); ++i)
            count += marked[static_cast<std::size_t>(i)] ? 1 : 0;
        if (count == 0 || (wanted == UnitsWanted::incomplete && count == unit)) continue;
        if (parts.empty() || parts.back().end != begin + from) parts.push_back({begin + from, 0});
        parts.back().end = begin + from + unit;
    }
    return parts;
}

TEST(Units, AreThoseThatThePlainModelFinds) {
    for (const std::uint64_t seed : test_seeds(500)) {
        Random random(seed);
        const std::int64_t unit = random.between(1, random.one_in(2) ? 5 : 100);
        const std::int64_t begin = unit * random.between(0, 3);
        const std::int64_t length = random.between(1, 400);
        Coverage coverage;
        coverage.reset(begin, begin + length);
        std::vector<bool> marked(static_cast<std::size_t>(length));
        for (std::int64_t n = random.between(0, 6); n > 0; --n) {
            const std::int64_t from = random.between(0, length - 1);
            const std::int64_t to = random.between(from + 1, length);
            coverage.add(begin + from, begin + to);
            for (std::int64_t i = from; i < to; ++i) marked[static_cast<std::size_t>(i)] = true;
        }
        for (const UnitsWanted wanted : {UnitsWanted::touched, UnitsWanted::incomplete})
            EXPECT_EQ(units_in(coverage, unit, wanted), units_by_bytes(marked, begin, unit, wanted))
                << replay_of(seed);
    }
}

}  // namespace
}  // namespace weft::engine
