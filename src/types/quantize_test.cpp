// SPDX-License-Identifier: BSD-3-Clause
#include "types/quantize.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "base/test_seeds.hpp"
#include "types/byte_order.hpp"

namespace weft::types {
namespace {

template <class Float>
constexpr External external = sizeof(Float) == 4 ? External::float32 : External::float64;
template <class Float>
using WordOf = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
template <class Float>
WordOf<Float> word_of(Float value) {
    return std::bit_cast<WordOf<Float>>(value);
}

template <class Float>
Quantizer quantizer(QuantizeMode mode, int digits, Float fill = Float{-999}) {
    Quantizer its{
        .how = {mode, digits}, .type = external<Float>, .order = std::endian::native, .fill = {}};
    std::memcpy(its.fill.data(), &fill, sizeof fill);
    return its;
}

template <class Float>
std::vector<Float> quantized(const Quantizer& how, std::vector<Float> values,
                             std::int64_t number = 0) {
    quantize(how, {.first = reinterpret_cast<std::byte*>(values.data()),
                   .stride = sizeof(Float),
                   .count = std::ssize(values),
                   .number = number});
    return values;
}

/// Values of all magnitudes, except for those so small that they have fewer bits.
template <class Float>
std::vector<Float> random_values(std::uint64_t seed) {
    using Limits = std::numeric_limits<Float>;
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> mantissa(1, 10);
    std::uniform_int_distribution<int> exponent(Limits::min_exponent10 + 1,
                                                Limits::max_exponent10 - 1);
    std::vector<Float> values;
    for (int i = 0; i < 1000; ++i) {
        const double value = mantissa(random) * std::pow(10.0, exponent(random));
        values.push_back(static_cast<Float>(random() % 2 == 0 ? value : -value));
    }
    return values;
}

template <class Float>
class Quantize : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Quantize, Floats);

TYPED_TEST(Quantize, ValuesHaveTheBitsThatNetcdfGivesThem) {
    const std::vector<TypeParam> values = {
        static_cast<TypeParam>(3.14159265358979323846), static_cast<TypeParam>(-123.456),
        static_cast<TypeParam>(1e-3), static_cast<TypeParam>(98765.4321)};
    const auto words = [&](QuantizeMode mode, int digits) {
        std::vector<std::uint64_t> all;
        for (const TypeParam one : quantized(quantizer<TypeParam>(mode, digits), values))
            all.push_back(word_of(one));
        return all;
    };
    using Words = std::vector<std::uint64_t>;
    constexpr bool is_float = sizeof(TypeParam) == 4;
    EXPECT_EQ(words(QuantizeMode::bit_groom, 3),
              is_float ? Words({0x40490000, 0xc2f6efff, 0x3a831000, 0x47c0efff})
                       : Words({0x4009200000000000, 0xc05eddffffffffff, 0x3f50620000000000,
                                0x40f81dffffffffff}));
    EXPECT_EQ(words(QuantizeMode::granular, 3),
              is_float ? Words({0x40490000, 0xc2f60000, 0x3a830000, 0x47c0e000})
                       : Words({0x4009200000000000, 0xc05ec00000000000, 0x3f50600000000000,
                                0x40f81c0000000000}));
    EXPECT_EQ(words(QuantizeMode::bit_round, 9),
              is_float ? Words({0x40490000, 0xc2f70000, 0x3a830000, 0x47c10000})
                       : Words({0x4009200000000000, 0xc05ee00000000000, 0x3f50600000000000,
                                0x40f8200000000000}));
}

TYPED_TEST(Quantize, BitRoundLeavesSoManyBitsAndRoundsToTheNearestValue) {
    constexpr int most = std::numeric_limits<TypeParam>::digits - 1;
    for (const std::uint64_t seed : test_seeds(8)) {
        const auto values = random_values<TypeParam>(seed);
        for (int bits = 1; bits <= most; ++bits) {
            const Quantizer how = quantizer<TypeParam>(QuantizeMode::bit_round, bits);
            const auto rounded = quantized<TypeParam>(how, values);
            for (std::size_t i = 0; i < values.size(); ++i) {
                EXPECT_GE(std::countr_zero(word_of(rounded[i])), most - bits) << replay_of(seed);
                EXPECT_LE(std::abs(rounded[i] - values[i]),
                          std::ldexp(std::abs(values[i]), -bits - 1))
                    << replay_of(seed);
            }
            EXPECT_EQ(quantized(how, rounded), rounded) << replay_of(seed);
        }
    }
}

TYPED_TEST(Quantize, BitGroomShavesEvenValuesAndSetsOddOnes) {
    constexpr int most = std::numeric_limits<TypeParam>::digits10;
    for (const std::uint64_t seed : test_seeds(8)) {
        const auto values = random_values<TypeParam>(seed);
        for (int digits = 1; digits <= most; ++digits) {
            const Quantizer how = quantizer<TypeParam>(QuantizeMode::bit_groom, digits);
            const auto groomed = quantized<TypeParam>(how, values);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const TypeParam less = i % 2 == 0 ? groomed[i] : values[i];
                const TypeParam more = i % 2 == 0 ? values[i] : groomed[i];
                EXPECT_LE(std::abs(less), std::abs(more)) << replay_of(seed);
                EXPECT_LE(std::abs(groomed[i] - values[i]),
                          std::abs(values[i]) * std::pow(10.0, -digits) / 2)
                    << replay_of(seed);
            }
            EXPECT_EQ(quantized(how, groomed), groomed) << replay_of(seed);
            auto others = quantized<TypeParam>(how, {values.begin() + 1, values.end()}, 1);
            EXPECT_TRUE(std::equal(others.begin(), others.end(), groomed.begin() + 1));
        }
    }
}

TYPED_TEST(Quantize, GranularBitRoundKeepsEachValuesOwnDigits) {
    constexpr int most = std::numeric_limits<TypeParam>::digits10;
    for (const std::uint64_t seed : test_seeds(8)) {
        const auto values = random_values<TypeParam>(seed);
        for (int digits = 1; digits <= most; ++digits) {
            const auto rounded =
                quantized<TypeParam>(quantizer<TypeParam>(QuantizeMode::granular, digits), values);
            std::int64_t zeros = 0;
            for (std::size_t i = 0; i < values.size(); ++i) {
                const double places = std::floor(std::log10(std::abs(double{values[i]}))) + 1;
                EXPECT_LE(std::abs(rounded[i] - values[i]), std::pow(10.0, places - digits) / 2)
                    << values[i] << " to " << digits << ", " << replay_of(seed);
                zeros += std::countr_zero(word_of(rounded[i]));
            }
            const double bits = std::numeric_limits<TypeParam>::digits - 1 -
                                static_cast<double>(zeros) / static_cast<double>(values.size());
            EXPECT_LT(bits, digits * 3.33 + 1) << replay_of(seed);
        }
    }
}

/// A value must be treated alike whether it is alone, so that its digits are counted, or among
/// many, for which some numbers of digits are cached.
TYPED_TEST(Quantize, GranularBitRoundTreatsAllValuesAlike) {
    const Quantizer how = quantizer<TypeParam>(QuantizeMode::granular, 3);
    auto values = random_values<TypeParam>(1);
    for (int i = 0; i < 40; ++i) {
        const auto ten = static_cast<TypeParam>(std::pow(10.0, i % 37));
        for (const auto to : {TypeParam{0}, 2 * ten}) values.push_back(std::nextafter(ten, to));
        values.push_back(ten);
        values.push_back(static_cast<TypeParam>(std::ldexp(1.0, i)));
    }
    const auto together = quantized<TypeParam>(how, values);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(quantized(how, std::vector{values[i]}).front(), together[i]) << values[i];
}

TYPED_TEST(Quantize, WhatIsNoOrdinaryValueStays) {
    using Limits = std::numeric_limits<TypeParam>;
    const auto fill = static_cast<TypeParam>(1.2345678901234567e20);
    const std::vector<TypeParam> values = {fill,
                                           Limits::infinity(),
                                           -Limits::infinity(),
                                           Limits::quiet_NaN(),
                                           std::bit_cast<TypeParam>(~WordOf<TypeParam>{0}),
                                           TypeParam{0},
                                           -TypeParam{0},
                                           fill};
    for (const QuantizeMode mode :
         {QuantizeMode::bit_groom, QuantizeMode::granular, QuantizeMode::bit_round}) {
        for (const std::int64_t number : {0, 1}) {
            const auto same = quantized<TypeParam>(quantizer(mode, 1, fill), values, number);
            for (std::size_t i = 0; i < values.size(); ++i)
                EXPECT_EQ(word_of(same[i]), word_of(values[i])) << i;
        }
        const auto largest =
            quantized<TypeParam>(quantizer(mode, 1, fill), {Limits::max(), Limits::lowest()});
        EXPECT_TRUE(std::isfinite(largest[0]) && std::isfinite(largest[1]));
        EXPECT_NE(largest[0], Limits::max());
    }
}

TYPED_TEST(Quantize, EveryOtherValueInTheOtherByteOrder) {
    constexpr auto swapped_order =
        std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
    const auto values = random_values<TypeParam>(3);
    for (const QuantizeMode mode :
         {QuantizeMode::bit_groom, QuantizeMode::granular, QuantizeMode::bit_round}) {
        Quantizer how = quantizer<TypeParam>(mode, 2);
        std::vector<TypeParam> chosen;
        for (std::size_t i = 0; i < values.size(); i += 3) chosen.push_back(values[i]);
        const auto expected = quantized<TypeParam>(how, chosen);

        auto all = values;
        const auto bytes = std::as_writable_bytes(std::span(all));
        change_form(external<TypeParam>, bytes, swapped_order);
        how.order = swapped_order;
        std::ranges::reverse(std::span(how.fill).first(sizeof(TypeParam)));
        quantize(how, {.first = bytes.data(),
                       .stride = 3 * sizeof(TypeParam),
                       .count = std::ssize(chosen),
                       .number = 0,
                       .step = 3});
        change_form(external<TypeParam>, bytes, swapped_order);
        for (std::size_t i = 0; i < all.size(); ++i)
            EXPECT_EQ(all[i], i % 3 == 0 ? expected[i / 3] : values[i]) << i;
    }
}

TEST(Quantization, SevenDigitsOfAFloatNeedAllItsBits) {
    const std::vector<float> values = {0.1F, 123.456F};
    EXPECT_EQ(quantized(quantizer<float>(QuantizeMode::bit_groom, 7), values), values);
}

TEST(Quantization, OnlyFloatingTypesHaveDigits) {
    EXPECT_EQ(most_digits(QuantizeMode::bit_round, External::float32), 23);
    EXPECT_EQ(most_digits(QuantizeMode::bit_round, External::float64), 52);
    EXPECT_EQ(most_digits(QuantizeMode::bit_groom, External::float32), 7);
    EXPECT_EQ(most_digits(QuantizeMode::granular, External::float64), 15);
    EXPECT_EQ(most_digits(QuantizeMode::none, External::float64), 0);
    EXPECT_EQ(most_digits(QuantizeMode::granular, External::int32), 0);
}

}  // namespace
}  // namespace weft::types
