// SPDX-License-Identifier: BSD-3-Clause
// Every variant that this processor runs gives the same result, bit for bit, as a plain loop.
#include "tools/stats/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/test_seeds.hpp"
#include "types/representation.hpp"

namespace weft::tools {
namespace {

using types::External;

template <class Check>
void for_each_type(Check&& check) {
    [&]<std::size_t... number>(std::index_sequence<number...>) {
        (check(static_cast<External>(number + 1),
               std::type_identity<std::tuple_element_t<number, types::ExternalValues>>()),
         ...);
    }
    (std::make_index_sequence<types::external_count>());
}

template <class T>
std::array<std::byte, sizeof(T)> bytes_of(T value) {
    return std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
}

template <class T>
std::array<std::byte, sizeof(T)> external_form(T value) {
    auto bytes = bytes_of(value);
    if constexpr (std::endian::native == std::endian::little) std::ranges::reverse(bytes);
    return bytes;
}

template <class T>
T value_in(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

template <class T>
T external_value_in(const std::byte* bytes) {
    return value_in<T>(external_form(value_in<T>(bytes)).data());
}

/// Small numbers, each of which is frequent, random bits, and the ends of the type.
template <class T>
T some_value(std::mt19937_64& random) {
    using Limits = std::numeric_limits<T>;
    switch (random() % 8) {
        case 0:
            return Limits::lowest();
        case 1:
            return Limits::max();
        case 2:
            return Limits::has_infinity ? Limits::infinity() : T{0};
        case 3:
            return Limits::has_quiet_NaN ? Limits::quiet_NaN() : T{1};
        case 4: {
            std::array<std::byte, sizeof(T)> bits;
            for (std::byte& byte : bits) byte = static_cast<std::byte>(random());
            return std::bit_cast<T>(bits);
        }
        case 5:
            return static_cast<T>(-static_cast<T>(0));
        default:
            return static_cast<T>(random() % 5);
    }
}

struct Block {
    std::vector<std::byte> bytes;  // in external form
    MissingValues missing;
};

template <class T>
Block some_block(std::mt19937_64& random) {
    constexpr std::int64_t most = block_bytes / static_cast<std::int64_t>(sizeof(T));
    const std::int64_t few = static_cast<std::int64_t>(random() % 400);
    const std::int64_t count = random() % 16 == 0 ? most - few : few;
    Block block;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto form = external_form(some_value<T>(random));
        block.bytes.insert(block.bytes.end(), form.begin(), form.end());
    }
    const auto some_form = [&random] {
        MissingValues::Value value{};
        std::ranges::copy(bytes_of(some_value<T>(random)), value.begin());
        return value;
    };
    for (std::size_t i = random() % 5; i > 0; --i) block.missing.values.push_back(some_form());
    block.missing.has_range = random() % 4 == 0;
    block.missing.low = some_form();
    block.missing.high = some_form();
    return block;
}

template <class T>
BlockTally plain_loop(const Block& block) {
    BlockTally tally;
    T least{};
    T largest{};
    for (std::size_t at = 0; at < block.bytes.size(); at += sizeof(T)) {
        const T value = external_value_in<T>(block.bytes.data() + at);
        bool is_there = value == value;
        for (const MissingValues::Value& missing : block.missing.values)
            is_there = is_there && value != value_in<T>(missing.data());
        if (block.missing.has_range)
            is_there = is_there && value >= value_in<T>(block.missing.low.data()) &&
                       value <= value_in<T>(block.missing.high.data());
        if (!is_there) continue;
        least = tally.present == 0 ? value : std::min(least, value);
        largest = tally.present == 0 ? value : std::max(largest, value);
        ++tally.present;
    }
    std::ranges::copy(bytes_of(least), tally.least.begin());
    std::ranges::copy(bytes_of(largest), tally.largest.begin());
    return tally;
}

bool same_sums(const BlockTally& a, const BlockTally& b) {
    return std::memcmp(a.sums.data(), b.sums.data(), sizeof a.sums) == 0;
}

TEST(BlockPasses, EveryVariantFindsTheSame) {
    const auto variants = passes_that_run();
    for (const std::uint64_t seed : test_seeds(40, 7100)) {
        for_each_type([&]<class T>(External type, std::type_identity<T>) {
            std::mt19937_64 random(seed);
            const Block block = some_block<T>(random);
            const auto number = static_cast<std::size_t>(type) - 1;
            const BlockTally plain = plain_loop<T>(block);
            const BlockTally last = (*variants.back())[number](block.bytes, block.missing);
            for (std::size_t i = 0; i < variants.size(); ++i) {
                SCOPED_TRACE(testing::Message() << replay_of(seed) << ", type " << number + 1
                                                << ", variant " << i << " of " << variants.size());
                const BlockTally tally = (*variants[i])[number](block.bytes, block.missing);
                EXPECT_EQ(tally.present, plain.present);
                EXPECT_TRUE(same_sums(tally, last));
                if (plain.present == 0) continue;
                EXPECT_EQ(value_in<T>(tally.least.data()), value_in<T>(plain.least.data()));
                EXPECT_EQ(value_in<T>(tally.largest.data()), value_in<T>(plain.largest.data()));
                EXPECT_EQ(tally.least, last.least);
                EXPECT_EQ(tally.largest, last.largest);
            }
        });
    }
}

TEST(BlockPasses, SumsOfIntegersAreExact) {
    for (const BlockPasses* variant : passes_that_run()) {
        std::vector<std::byte> bytes(block_bytes);
        const auto lowest = external_form(std::numeric_limits<std::int16_t>::min());
        for (std::size_t at = 0; at < bytes.size(); at += 2)
            std::ranges::copy(lowest, bytes.begin() + static_cast<std::ptrdiff_t>(at));
        const auto number = static_cast<std::size_t>(External::int16) - 1;
        EXPECT_EQ((*variant)[number](bytes, {}).sums[0], -32768.0 * (block_bytes / 2));
    }
}

TEST(BlockPasses, AWiderVariantIsTriedWhereTheProcessorHasOne) {
    if (passes_that_run().size() == 1)
        GTEST_SKIP() << "this processor runs one variant, so there is nothing to compare";
    EXPECT_NE(passes_that_run().front(), &baseline_passes);
    EXPECT_EQ(passes_that_run().back(), &baseline_passes);
}

}  // namespace
}  // namespace weft::tools
