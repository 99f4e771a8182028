// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/constant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace weft::cdl {
namespace {

using types::External;

template <class T>
T native(FileValue file) {
    std::array<std::byte, sizeof(T)> bytes;
    std::copy_n(file.begin(), sizeof(T), bytes.begin());
    if constexpr (std::endian::native == std::endian::little)
        std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<T>(bytes);
}

template <class T>
T value_of(const std::string& text, External type) {
    const Result<Constant> constant = read_number(text);
    EXPECT_TRUE(constant.ok()) << text << ": " << constant.status().context();
    if (!constant.ok()) return T{};
    const Result<FileValue> value = file_value(constant.value(), type);
    EXPECT_TRUE(value.ok()) << text << ": " << value.status().context();
    return value.ok() ? native<T>(value.value()) : T{};
}

bool fits(const std::string& text, External type) {
    const Result<Constant> constant = read_number(text);
    return constant.ok() && file_value(constant.value(), type).ok();
}

TEST(Constant, IntegersKeepTheirLimits) {
    EXPECT_EQ(value_of<std::int64_t>("-9223372036854775808", External::int64),
              std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(value_of<std::uint64_t>("18446744073709551615", External::uint64),
              std::numeric_limits<std::uint64_t>::max());
    for (const auto& [low, below, high, above, type] :
         {std::tuple{"-32768", "-32769", "32767", "32768", External::int16},
          std::tuple{"-128", "-129", "255", "256", External::byte},
          std::tuple{"0", "-1", "255", "256", External::uint8},
          std::tuple{"-2147483648", "-2147483649", "2147483647", "2147483648", External::int32},
          std::tuple{"0", "-1", "18446744073709551615", "1e20", External::uint64}}) {
        EXPECT_TRUE(fits(low, type) && fits(high, type)) << low << ' ' << high;
        EXPECT_FALSE(fits(below, type) || fits(above, type)) << below << ' ' << above;
    }
}

TEST(Constant, SuffixesStandInEitherOrder) {
    for (const auto& [text, type] :
         {std::pair{"16SU", External::uint16}, std::pair{"16US", External::uint16},
          std::pair{"20BU", External::uint8}, std::pair{"20ub", External::uint8},
          std::pair{"1bu", External::uint8}, std::pair{"7lU", External::uint32},
          std::pair{"7Ul", External::uint32}, std::pair{"1000000llu", External::uint64},
          std::pair{"1000000ULL", External::uint64}, std::pair{"0x10su", External::uint16}}) {
        const Result<Constant> constant = read_number(text);
        ASSERT_TRUE(constant.ok()) << text;
        EXPECT_EQ(natural_type(constant.value()), type) << text;
    }
    for (const char* text : {"1uu", "1lul", "1fu", "256BU"})
        EXPECT_FALSE(read_number(text).ok()) << text;
}

TEST(Constant, FloatingNumbersLoseTheirFractionInIntegers) {
    EXPECT_EQ(value_of<std::int32_t>("-2147483648.9", External::int32), -2147483647 - 1);
    EXPECT_EQ(value_of<std::int8_t>("127.9", External::byte), 127);
    EXPECT_EQ(value_of<std::uint8_t>("-0.9", External::uint8), 0);
    EXPECT_FALSE(fits("9223372036854775808.0", External::int64));
    EXPECT_FALSE(fits("-1.0", External::uint8));
}

TEST(Constant, FloatsAreRoundedOnce) {
    // Rounded to a double first, this number would lie half-way between two floats.
    EXPECT_EQ(value_of<float>("1.00000017881393432617187499", External::float32), 0x1.000002p0F);
    EXPECT_EQ(value_of<double>("0.1f", External::float64), static_cast<double>(0.1F));
    EXPECT_EQ(value_of<double>("18446744073709551615", External::float64), 0x1p64);
}

TEST(Constant, WholeNumbersBeyond64BitsAreFloating) {
    EXPECT_EQ(value_of<double>("-36893488147419103232", External::float64), -0x1p65);
    EXPECT_EQ(value_of<float>("99999999999999999999", External::float32), 1e20F);
    EXPECT_FALSE(fits("18446744073709551616", External::uint64));
    EXPECT_FALSE(fits("18446744073709551616", External::byte));
}

TEST(Constant, NumbersTooSmallAreZeroAndTooLargeAreRefused) {
    EXPECT_EQ(value_of<float>("1e-60", External::float32), 0.0F);
    EXPECT_TRUE(std::signbit(value_of<double>("-0.0001e-400", External::float64)));
    EXPECT_EQ(value_of<double>("4.9406564584124654e-324", External::float64), 5e-324);
    EXPECT_EQ(
        value_of<double>(std::string("0.") + std::string(400, '0') + "1e401", External::float64),
        1.0);
    EXPECT_FALSE(fits("1e39", External::float32));
    EXPECT_FALSE(fits("100000e9999999999999999999", External::float64));
}

TEST(Constant, KnowsSpecialValues) {
    for (const char* text : {"NaN", "nan", "NaNf", "-nan"}) {
        EXPECT_TRUE(read_special(text).has_value()) << text;
    }
    const Constant infinity = *read_special("-Infinityf");
    EXPECT_EQ(natural_type(infinity), External::float32);
    EXPECT_EQ(native<float>(file_value(infinity, External::float32).value()),
              -std::numeric_limits<float>::infinity());
    EXPECT_FALSE(file_value(infinity, External::int32).ok());
    EXPECT_FALSE(read_special("in").has_value());
    EXPECT_FALSE(read_special("infinit").has_value());
    EXPECT_FALSE(read_special("").has_value());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(
                  native<double>(file_value(*read_special("NaN"), External::float64).value())),
              0x7ff8000000000000U);
}

TEST(Constant, BitsMustFitTheirType) {
    const Constant bits = constant_of_bits(*read_special("NaNf"), 0x7f800001);
    EXPECT_EQ(
        std::bit_cast<std::uint32_t>(native<float>(file_value(bits, External::float32).value())),
        0x7f800001U);
    EXPECT_FALSE(file_value(constant_of_bits(bits, 1ULL << 32), External::float32).ok());
    EXPECT_FALSE(file_value(bits, External::int32).ok());
}

TEST(Constant, HasTheTypeOfItsSuffixOrTheFirstThatHoldsIt) {
    for (const auto& [text, type] :
         {std::pair{"1b", External::byte}, std::pair{"1S", External::int16},
          std::pair{"1L", External::int32}, std::pair{"1ll", External::int64},
          std::pair{"1UB", External::uint8}, std::pair{"1us", External::uint16},
          std::pair{"1u", External::uint32}, std::pair{"1ULL", External::uint64},
          std::pair{"1f", External::float32}, std::pair{"1d", External::float64},
          std::pair{"1", External::int32}, std::pair{"2147483648", External::uint32},
          std::pair{"4294967296", External::int64}, std::pair{"-2147483649", External::int64},
          std::pair{"9223372036854775808", External::uint64}, std::pair{"1.", External::float64}}) {
        EXPECT_EQ(natural_type(read_number(text).value()), type) << text;
    }
}

TEST(Constant, RefusesWhatIsNoNumber) {
    for (const char* text :
         {"1x", "0x", "09", "1e", "1..2", "--1", "+", "1bb", "1.5b", "0xg", "-x", "1e5e5",
          "99999999999999999999s", "0x10000000000000000", "256ub", "-1u"}) {
        EXPECT_FALSE(read_number(text).ok()) << text;
    }
}

}  // namespace
}  // namespace weft::cdl
