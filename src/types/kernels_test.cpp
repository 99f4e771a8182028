// SPDX-License-Identifier: BSD-3-Clause
// Every pair and value, every variant this processor runs, against types/conversion_model.hpp.
#include "types/kernels.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <optional>
#include <vector>

#include "types/kernel_pairs.hpp"

namespace weft::types {
namespace {

INSTANTIATE_TEST_SUITE_P(All, KernelsOfVariant,
                         testing::ValuesIn(all_variants().begin(), all_variants().end()),
                         [](const auto& variant) { return variant.param.name; });

TEST_P(KernelsOfVariant, ConvertEveryTellingValueAlone) {
    for_each_pair(GetParam(), [](const Pair& pair) {
        for (const Bytes& value : source_values(pair)) {
            const Expected expected = expect(pair, value);
            Bytes actual{};
            EXPECT_EQ(move(pair, actual.data(), value.data(), {8, 8}, 1), expected.fits)
                << describe(pair);
            EXPECT_TRUE(same(pair, actual, expected.bytes))
                << describe(pair) << ": " << testing::PrintToString(value) << " became "
                << testing::PrintToString(actual);
        }
    });
}

/// The same values, with the bytes of the file's side reversed.
TEST(Kernels, LittleEndianFilesHaveTheSameValues) {
    const Variant& plain_variant = all_variants().back();
    for_each_pair(plain_variant, [](const Pair& pair) {
        const Kernels* little =
            find_kernels(pair.external, pair.memory, pair.rule, std::endian::little);
        const auto reversed = [&](Bytes bytes) {
            return plain::file_order(bytes, static_cast<std::size_t>(size_of(pair.external)));
        };
        for (const Bytes& value : source_values(pair)) {
            const Expected expected = expect(pair, value);
            Bytes actual{};
            if (pair.encodes()) {
                const Bytes fill = reversed(caller_fill);
                EXPECT_EQ(little->encode(actual.data(), 8, value.data(), 8, 1, fill.data()),
                          expected.fits)
                    << describe(pair);
                actual = reversed(actual);
            } else {
                const Bytes from = reversed(value);
                EXPECT_EQ(little->decode(actual.data(), 8, from.data(), 8, 1), expected.fits)
                    << describe(pair);
            }
            EXPECT_TRUE(same(pair, actual, expected.bytes)) << describe(pair);
        }
    });
}

TEST(Kernels, TextGoesWithCharactersOnly) {
    for (int number = 1; number <= external_count; ++number) {
        for (int memory = 0; memory < memory_count; ++memory) {
            const auto external = static_cast<External>(number);
            const auto type = static_cast<Memory>(memory);
            for (const ByteRule rule : {ByteRule::checked, ByteRule::unsigned_allowed})
                EXPECT_EQ(find_kernels(external, type, rule) == nullptr,
                          text_meets_number(external, type))
                    << number << " " << memory;
        }
    }
}

TEST(Kernels, TheByteRuleConcernsUnsignedBytesOnly) {
    for (int number = 1; number <= external_count; ++number) {
        for (int memory = 0; memory < memory_count; ++memory) {
            const auto external = static_cast<External>(number);
            const auto type = static_cast<Memory>(memory);
            EXPECT_EQ(find_kernels(external, type, ByteRule::checked) !=
                          find_kernels(external, type, ByteRule::unsigned_allowed),
                      is_unsigned_byte(external, type))
                << number << " " << memory;
        }
    }
}

TEST(Kernels, TheFirstVariantThatRunsHereIsUsed) {
    for (const Variant& variant : all_variants()) {
        if (!variant.runs_here()) continue;
        EXPECT_EQ(find_kernels(External::int32, Memory::int_, ByteRule::checked),
                  find_in(*variant.table, External::int32, Memory::int_, ByteRule::checked));
        return;
    }
    FAIL() << "no variant runs here";
}

/// Encodes one value of type `Value`; empty if it was replaced.
template <class Value>
std::optional<std::vector<unsigned>> encoded(External external, Memory memory, Value value) {
    Bytes to{};
    const Kernels* kernels = find_kernels(external, memory, ByteRule::checked);
    const Bytes from = plain::bytes_of(value);
    if (!kernels->encode(to.data(), 0, from.data(), 0, 1, caller_fill.data())) return std::nullopt;
    std::vector<unsigned> bytes;
    for (int i = 0; i < size_of(external); ++i)
        bytes.push_back(std::to_integer<unsigned>(to[static_cast<std::size_t>(i)]));
    return bytes;
}

TEST(Kernels, KnownValuesAtTheLimits) {
    using Form = std::vector<unsigned>;
    EXPECT_EQ(encoded(External::int32, Memory::int_, 0x01020304), (Form{1, 2, 3, 4}));
    EXPECT_EQ(encoded(External::float64, Memory::int_, -2), (Form{0xC0, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(encoded(External::uint8, Memory::double_, -0.5), std::nullopt);
    EXPECT_EQ(encoded(External::uint8, Memory::double_, 254.9), (Form{254}));
    EXPECT_EQ(encoded(External::uint8, Memory::double_, -1.0), std::nullopt);
    EXPECT_EQ(encoded(External::uint8, Memory::double_, 255.9), std::nullopt);
    EXPECT_EQ(encoded(External::uint8, Memory::double_, 256.0), std::nullopt);
    EXPECT_EQ(encoded(External::int32, Memory::double_, -2147483648.9), std::nullopt);
    EXPECT_EQ(encoded(External::int32, Memory::double_, -2147483648.0), (Form{0x80, 0, 0, 0}));
    EXPECT_EQ(encoded(External::int32, Memory::double_, -2147483649.0), std::nullopt);
    EXPECT_EQ(encoded(External::int64, Memory::double_, 9223372036854775808.0), std::nullopt);
    EXPECT_EQ(encoded(External::int64, Memory::float_, -9223372036854775808.0F),
              (Form{0x80, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(encoded(External::byte, Memory::uchar, static_cast<unsigned char>(128)),
              std::nullopt);
    EXPECT_EQ(encoded(External::float32, Memory::double_, 3.5e38), std::nullopt);
    EXPECT_EQ(encoded(External::float32, Memory::double_, std::numeric_limits<double>::infinity()),
              std::nullopt);
    EXPECT_EQ(encoded(External::float32, Memory::double_, -0.0), (Form{0x80, 0, 0, 0}));
}

TEST(Kernels, ALongThatCannotHoldAValueGetsTheFillValueOfInt) {
    const Bytes from = plain::file_order(plain::bytes_of(~std::uint64_t{0}), 8);
    long value = 0;
    const Kernels* kernels = find_kernels(External::uint64, Memory::long_, ByteRule::checked);
    EXPECT_FALSE(kernels->decode(reinterpret_cast<std::byte*>(&value), 0, from.data(), 0, 1));
    EXPECT_EQ(value, -2147483647L);
}

TEST(Kernels, UnsignedBytesPassUncheckedWhereTheFormatHasNone) {
    const std::byte from{200};
    std::byte to{};
    const Kernels* loose = find_kernels(External::byte, Memory::uchar, ByteRule::unsigned_allowed);
    EXPECT_TRUE(loose->encode(&to, 1, &from, 1, 1, caller_fill.data()));
    EXPECT_EQ(to, from);
    const Kernels* strict = find_kernels(External::byte, Memory::uchar, ByteRule::checked);
    EXPECT_FALSE(strict->encode(&to, 1, &from, 1, 1, caller_fill.data()));
    EXPECT_EQ(to, caller_fill[0]);
}

}  // namespace
}  // namespace weft::types
