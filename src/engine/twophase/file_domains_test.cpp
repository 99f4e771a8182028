// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/file_domains.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/checked.hpp"
#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine::twophase {
namespace {

FileDomains::Shape random_shape(Random& random) {
    FileDomains::Shape shape;
    shape.begin = random.between(0, 300);
    shape.end = shape.begin + random.between(1, 400);
    shape.window_bytes = random.between(1, random.one_in(2) ? 8 : 500);
    shape.aggregators = static_cast<int>(random.between(1, 9));
    if (random.one_in(2)) shape.unit = random.between(2, random.one_in(2) ? 8 : 90);
    if (random.one_in(3)) {
        shape.stripe_bytes = random.between(1, 64) * shape.unit;
        shape.stripes = static_cast<int>(random.between(0, 12));
    }
    shape.window_bytes = round_up(shape.window_bytes, shape.unit);
    return shape;
}

template <class Use>
void for_each_shape(Use&& use) {
    for (const std::uint64_t seed : test_seeds(500)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        use(random_shape(random), random);
    }
}

/// Nobody brings a byte.
TEST(FileDomains, AnEmptyRangeIsCutToo) {
    for_each_shape([](FileDomains::Shape shape, Random&) {
        shape.end = shape.begin;
        const FileDomains domains(shape);
        EXPECT_GE(domains.count(), 1);
        EXPECT_GE(domains.at(shape.begin).domain, 0);
    });
}

TEST(FileDomains, EveryByteLiesInOneWindowAndWindowsOfADomainRise) {
    for_each_shape([](const FileDomains::Shape& shape, Random&) {
        const FileDomains domains(shape);
        EXPECT_LE(domains.count(), shape.aggregators);
        std::map<int, std::int64_t> last_number;
        for (std::int64_t at = shape.begin; at < shape.end;) {
            const FileDomains::Window window = domains.at(at);
            ASSERT_TRUE(window.begin <= at && at < window.end);
            ASSERT_LE(window.end - window.begin, shape.window_bytes);
            ASSERT_TRUE(0 <= window.domain && window.domain < domains.count());
            const auto [last, is_first] = last_number.try_emplace(window.domain, -1);
            ASSERT_GT(window.number, last->second);
            last->second = window.number;
            for (; at < std::min(window.end, shape.end); ++at) {
                const FileDomains::Window same = domains.at(at);
                ASSERT_EQ(same.begin, window.begin);
                ASSERT_EQ(same.domain, window.domain);
            }
        }
    });
}

/// Found byte by byte: who has a byte of a unit, and in which window, has all of it.
TEST(FileDomains, EachUnitIsInOneWindow) {
    for_each_shape([](const FileDomains::Shape& shape, Random&) {
        const FileDomains domains(shape);
        struct Owner {
            int domain;
            std::int64_t window;
        };
        std::map<std::int64_t, Owner> owners;
        for (std::int64_t at = shape.begin; at < shape.end; ++at) {
            const FileDomains::Window window = domains.at(at);
            ASSERT_EQ(window.begin % shape.unit, 0);
            if (shape.unit == 1) {
                ASSERT_LE(window.end, shape.end);
            } else {
                ASSERT_EQ(window.end % shape.unit, 0);
                ASSERT_LT(window.end, shape.end + shape.unit);
            }
            const Owner& owner =
                owners.try_emplace(at / shape.unit, Owner{window.domain, window.begin})
                    .first->second;
            ASSERT_EQ(owner.domain, window.domain);
            ASSERT_EQ(owner.window, window.begin);
        }
    });
}

TEST(FileDomains, TheNextByteOfADomainIsTheFirstThatIsIts) {
    for_each_shape([](const FileDomains::Shape& shape, Random& random) {
        const FileDomains domains(shape);
        const std::int64_t from = random.between(shape.begin, shape.end - 1);
        for (int domain = 0; domain < domains.count(); ++domain) {
            const std::int64_t next = domains.next_in(domain, from);
            ASSERT_EQ(domains.at(next).domain, domain);
            for (std::int64_t at = from; at < std::min(next, shape.end); ++at)
                ASSERT_NE(domains.at(at).domain, domain);
        }
    });
}

TEST(FileDomains, WhatAStretchTouchesIsWhatItsBytesTouch) {
    for_each_shape([](const FileDomains::Shape& shape, Random& random) {
        const FileDomains domains(shape);
        const std::int64_t begin = random.between(shape.begin, shape.end - 1);
        const std::int64_t end = random.between(begin + 1, shape.end);
        std::multiset<int> touched;
        domains.for_each_touched(begin, end, [&](int domain) { touched.insert(domain); });
        std::multiset<int> expected;
        for (std::int64_t at = begin; at < end; ++at) {
            if (!expected.contains(domains.at(at).domain)) expected.insert(domains.at(at).domain);
        }
        ASSERT_EQ(touched, expected);
    });
}

TEST(FileDomains, WhateverTheShiftBytesStayWithinReach) {
    for_each_shape([](const FileDomains::Shape& shape, Random& random) {
        const FileDomains domains(shape);
        const std::int64_t shift = random.between(-shape.begin, 1000);
        FileDomains::Shape other = shape;
        other.begin += shift;
        other.end += shift;
        const FileDomains moved(other);
        std::map<int, std::set<std::int64_t>> reach;
        for (int domain = 0; domain < domains.count(); ++domain) {
            std::int64_t done = shape.begin;
            domains.for_each_stretch_within_reach(
                domain, shape.begin, shape.end, [&](std::int64_t begin, std::int64_t end) {
                    ASSERT_TRUE(done <= begin && begin < end && end <= shape.end);
                    done = end;
                    for (std::int64_t at = begin; at < end; ++at) reach[domain].insert(at);
                });
        }
        for (std::int64_t at = shape.begin; at < shape.end; ++at) {
            const int domain = moved.at(at + shift).domain;
            ASSERT_TRUE(reach[domain].contains(at)) << at << " shifted by " << shift;
            bool told = false;
            domains.for_each_within_reach(at, at + 1,
                                          [&](int reached) { told = told || reached == domain; });
            ASSERT_TRUE(told);
        }
    });
}

TEST(FileDomains, BlocksAreAlignedAndAboutEqual) {
    constexpr std::int64_t kibi = 1024;
    const FileDomains domains({.begin = 5000,
                               .end = 5000 + 8000 * kibi,
                               .window_bytes = 256 * kibi,
                               .aggregators = 8,
                               .stripe_bytes = 64 * kibi});
    for (std::int64_t at = 5000; at < 8000 * kibi; at += 10'000) {
        const FileDomains::Window window = domains.at(at);
        ASSERT_EQ(window.begin % (64 * kibi), 0);
        ASSERT_EQ(window.domain, at / (1024 * kibi));
    }
}

/// Every stripe lies in one domain, and so do all stripes of a target; domains have as many targets
/// each as goes. For as many virtual ranks as a large job has, on files of as many stripes as there
/// can be.
TEST(FileDomains, ManyStripesAndManyAggregators) {
    std::vector<FileDomains::Shape> shapes;
    for (const int aggregators : {1, 2, 3, 7, 64, 100, 1000, 1024, 4095, 4096})
        for (const int stripes : {2, 3, 5, 64, 97, 1024, 2000, 4096})
            shapes.push_back(
                {.aggregators = aggregators, .stripe_bytes = 65536, .stripes = stripes});
    for (const std::uint64_t seed : test_seeds(40)) {
        Random random(seed);
        shapes.push_back({.aggregators = static_cast<int>(random.between(1, 4096)),
                          .stripe_bytes = random.between(1, 1000),
                          .stripes = static_cast<int>(random.between(2, 4096))});
    }
    for (FileDomains::Shape shape : shapes) {
        SCOPED_TRACE(testing::Message() << shape.stripes << " stripes of " << shape.stripe_bytes
                                        << " bytes, " << shape.aggregators << " aggregators");
        const int stripes = shape.stripes;
        shape.begin = 3 * shape.stripe_bytes / 2;
        shape.end = shape.begin + 2 * stripes * shape.stripe_bytes;
        shape.window_bytes = shape.stripe_bytes;
        const FileDomains domains(shape);
        std::vector<int> owners(static_cast<std::size_t>(stripes), -1);
        std::int64_t done = shape.begin;
        domains.for_each_slice(
            shape.begin, shape.end, [&](int domain, std::int64_t begin, std::int64_t end) {
                ASSERT_EQ(begin, done) << "every byte has one owner";
                done = end;
                ASSERT_EQ(begin / shape.stripe_bytes, (end - 1) / shape.stripe_bytes);
                int& owner = owners[static_cast<std::size_t>(begin / shape.stripe_bytes % stripes)];
                if (owner < 0) owner = domain;
                ASSERT_EQ(owner, domain) << "a target has one writer";
            });
        ASSERT_EQ(done, shape.end);
        std::vector<int> targets(static_cast<std::size_t>(domains.count()));
        for (const int owner : owners) ++targets[static_cast<std::size_t>(owner)];
        const int most = (stripes + shape.aggregators - 1) / shape.aggregators;
        EXPECT_EQ(*std::ranges::max_element(targets), most);
        EXPECT_GT(*std::ranges::min_element(targets), 0);
        EXPECT_LE(domains.count(), std::min(stripes, shape.aggregators));
    }
}

TEST(FileDomains, EachStorageTargetIsOneAggregators) {
    for (const int aggregators : {1, 2, 3, 4, 5, 7, 8, 20}) {
        const FileDomains domains({.begin = 12'345,
                                   .end = 999'999,
                                   .window_bytes = 4096,
                                   .aggregators = aggregators,
                                   .stripe_bytes = 1000,
                                   .stripes = 8});
        std::map<std::int64_t, int> aggregator_of_target;
        for (std::int64_t at = 12'345; at < 999'999; at += 500) {
            const int domain = domains.at(at).domain;
            EXPECT_EQ(aggregator_of_target.try_emplace(at / 1000 % 8, domain).first->second,
                      domain);
        }
    }
}

}  // namespace
}  // namespace weft::engine::twophase
