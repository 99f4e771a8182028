// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/external_values.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace weft::mpiio {
namespace {

struct Record {
    char letter;
    double real;
    long number;
};

class RecordType {
public:
    RecordType() {
        const int lengths[] = {1, 1, 1};
        const MPI_Aint places[] = {offsetof(Record, letter), offsetof(Record, real),
                                   offsetof(Record, number)};
        const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_LONG};
        MPI_Type_create_struct(3, lengths, places, types, &handle_);
    }
    RecordType(const RecordType&) = delete;
    RecordType& operator=(const RecordType&) = delete;
    ~RecordType() { MPI_Type_free(&handle_); }
    operator MPI_Datatype() const { return handle_; }

private:
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

constexpr std::int64_t record_bytes = 1 + 8 + 4;
const std::array<Record, 2> records = {{{'a', 1.5, -2}, {'b', -3.25, 1 << 20}}};

std::vector<std::byte> encoded_in_parts(std::int64_t cut) {
    const RecordType type;
    ExternalValues values;
    EXPECT_TRUE(values.open(Direction::put, {const_cast<Record*>(records.data()), 2, type}).ok());
    std::vector<std::byte> bytes(2 * record_bytes);
    values.convert({0, cut}, bytes.data());
    values.convert({cut, 2 * record_bytes}, bytes.data() + cut);
    EXPECT_TRUE(values.all_in_range());
    return bytes;
}

TEST(ExternalValues, AreBigEndianAndSideBySide) {
    const unsigned char wanted[] = {'a', 0x3F, 0xF8, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFE,
                                    'b', 0xC0, 0x0A, 0, 0, 0, 0, 0, 0, 0,    0x10, 0,    0};
    const std::vector<std::byte> bytes = encoded_in_parts(0);
    ASSERT_EQ(bytes.size(), sizeof wanted);
    EXPECT_EQ(std::memcmp(bytes.data(), wanted, sizeof wanted), 0);
}

TEST(ExternalValues, MayBeCutAnywhere) {
    const std::vector<std::byte> bytes = encoded_in_parts(0);
    const RecordType type;
    for (std::int64_t cut = 0; cut <= 2 * record_bytes; ++cut) {
        EXPECT_EQ(encoded_in_parts(cut), bytes) << cut;
        std::array<Record, 2> got{};
        ExternalValues values;
        ASSERT_TRUE(values.open(Direction::get, {got.data(), 2, type}).ok());
        std::vector<std::byte> part = bytes;
        values.convert({0, cut}, part.data());
        values.convert({cut, 2 * record_bytes}, part.data() + cut);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(got[i].letter, records[i].letter) << cut;
            EXPECT_EQ(got[i].real, records[i].real) << cut;
            EXPECT_EQ(got[i].number, records[i].number) << cut;
        }
    }
}

TEST(ExternalValues, SayHowLongTheyAreInMemory) {
    std::array<Record, 2> room{};
    const RecordType type;
    ExternalValues values;
    ASSERT_TRUE(values.open(Direction::get, {room.data(), 2, type}).ok());
    EXPECT_EQ(values.elements(), nullptr);
    EXPECT_EQ(values.memory_bytes(1), 1);
    EXPECT_EQ(values.memory_bytes(8), 1) << "a double is not there yet";
    EXPECT_EQ(values.memory_bytes(9), 9);
    EXPECT_EQ(values.memory_bytes(record_bytes), 17);
    EXPECT_EQ(values.memory_bytes(2 * record_bytes), 34);
}

TEST(ExternalValues, OfOneTypeAreTheEnginesElements) {
    const long number = 1L << 40;
    ExternalValues values;
    ASSERT_TRUE(values.open(Direction::put, {const_cast<long*>(&number), 1, MPI_LONG}).ok());
    ASSERT_NE(values.elements(), nullptr);
    EXPECT_EQ(values.elements()->codec.external_bytes, 4);
    EXPECT_EQ(values.elements()->codec.memory_bytes, 8);
    std::array<std::byte, 4> bytes{};
    values.convert({0, 4}, bytes.data());
    EXPECT_FALSE(values.all_in_range());
}

}  // namespace
}  // namespace weft::mpiio
