// SPDX-License-Identifier: BSD-3-Clause
#include "types/types.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace weft::types {
namespace {

struct Row {
    int number;
    const char* name;
    int size;
    Memory natural;
    std::vector<unsigned> fill;
};

const std::vector<Row>& rows() {
    static const std::vector<Row> table = {
        {1, "byte", 1, Memory::schar, {0x81}},
        {2, "char", 1, Memory::text, {0}},
        {3, "short", 2, Memory::short_, {0x80, 0x01}},
        {4, "int", 4, Memory::int_, {0x80, 0, 0, 0x01}},
        {5, "float", 4, Memory::float_, {0x7C, 0xF0, 0, 0}},
        {6, "double", 8, Memory::double_, {0x47, 0x9E, 0, 0, 0, 0, 0, 0}},
        {7, "ubyte", 1, Memory::uchar, {0xFF}},
        {8, "ushort", 2, Memory::ushort, {0xFF, 0xFF}},
        {9, "uint", 4, Memory::uint, {0xFF, 0xFF, 0xFF, 0xFF}},
        {10, "int64", 8, Memory::longlong, {0x80, 0, 0, 0, 0, 0, 0, 0x02}},
        {11, "uint64", 8, Memory::ulonglong, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE}},
    };
    return table;
}

TEST(Types, EveryExternalTypeHasItsNumberNameSizeAndFillValue) {
    for (const Row& row : rows()) {
        SCOPED_TRACE(row.name);
        const auto type = external_from_number(row.number);
        ASSERT_TRUE(type.has_value());
        EXPECT_EQ(static_cast<int>(*type), row.number);
        EXPECT_STREQ(name_of(*type), row.name);
        EXPECT_EQ(size_of(*type), row.size);
        EXPECT_EQ(natural_memory(*type), row.natural);
        EXPECT_EQ(size_of(natural_memory(*type)), row.size);
        const auto fill = default_fill(*type);
        for (std::size_t i = 0; i < fill.size(); ++i)
            EXPECT_EQ(std::to_integer<unsigned>(fill[i]), i < row.fill.size() ? row.fill[i] : 0U);
    }
    EXPECT_EQ(rows().size(), static_cast<std::size_t>(external_count));
}

TEST(Types, OtherNumbersAreNoExternalType) {
    for (const int number : {-1, 0, 12, 13, 257, 1 << 30, -(1 << 30)})
        EXPECT_FALSE(external_from_number(number).has_value()) << number;
}

TEST(Types, MemoryTypesHaveTheSizesOfTheCompiler) {
    EXPECT_EQ(size_of(Memory::text), 1);
    EXPECT_EQ(size_of(Memory::schar), 1);
    EXPECT_EQ(size_of(Memory::uchar), 1);
    EXPECT_EQ(size_of(Memory::short_), static_cast<int>(sizeof(short)));
    EXPECT_EQ(size_of(Memory::ushort), static_cast<int>(sizeof(unsigned short)));
    EXPECT_EQ(size_of(Memory::int_), static_cast<int>(sizeof(int)));
    EXPECT_EQ(size_of(Memory::uint), static_cast<int>(sizeof(unsigned)));
    EXPECT_EQ(size_of(Memory::long_), static_cast<int>(sizeof(long)));
    EXPECT_EQ(size_of(Memory::float_), static_cast<int>(sizeof(float)));
    EXPECT_EQ(size_of(Memory::double_), static_cast<int>(sizeof(double)));
    EXPECT_EQ(size_of(Memory::longlong), static_cast<int>(sizeof(long long)));
    EXPECT_EQ(size_of(Memory::ulonglong), static_cast<int>(sizeof(unsigned long long)));
}

TEST(Types, NaturalMemoryTypesDiffer) {
    std::set<Memory> seen;
    for (const Row& row : rows()) EXPECT_TRUE(seen.insert(row.natural).second) << row.name;
}

}  // namespace
}  // namespace weft::types
