// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/external32.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "mpi/test_datatypes.hpp"

namespace weft::mpi {
namespace {

using region::Pattern;
using Displacements = std::vector<std::int64_t>;

MPI_Datatype resized(MPI_Datatype type, MPI_Aint extent) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(type, 0, extent, &made);
    return made;
}

TEST(External32, KnowsTheSizesOfTheStandard) {
    const std::pair<MPI_Datatype, std::int64_t> table[] = {{MPI_BYTE, 1},
                                                           {MPI_CHAR, 1},
                                                           {MPI_SHORT, 2},
                                                           {MPI_INT, 4},
                                                           {MPI_UNSIGNED, 4},
                                                           {MPI_LONG, 4},
                                                           {MPI_UNSIGNED_LONG, 4},
                                                           {MPI_LONG_LONG, 8},
                                                           {MPI_FLOAT, 4},
                                                           {MPI_DOUBLE, 8},
                                                           {MPI_WCHAR, 2},
                                                           {MPI_C_BOOL, 1},
                                                           {MPI_INT64_T, 8},
                                                           {MPI_AINT, 8},
                                                           {MPI_OFFSET, 8},
                                                           {MPI_LOGICAL, 4},
                                                           {MPI_COMPLEX, 8},
                                                           {MPI_DOUBLE_COMPLEX, 16},
                                                           {MPI_DOUBLE_INT, 12},
                                                           {MPI_SHORT_INT, 6},
                                                           {MPI_LONG_INT, 8},
                                                           {MPI_2INT, 8},
                                                           {MPI_2DOUBLE_PRECISION, 16}};
    for (const auto& [datatype, bytes] : table) {
        const auto known = external32_bytes(datatype);
        ASSERT_TRUE(known.ok()) << bytes;
        EXPECT_EQ(known.value(), bytes);
    }
}

TEST(External32, RefusesWhatThisMachineCannotConvert) {
    const auto bytes = external32_bytes(MPI_LONG_DOUBLE);
    EXPECT_EQ(bytes.code(), Code::enotsupport);
    EXPECT_NE(bytes.status().context().find("MPI_LONG_DOUBLE"), std::string::npos);
    EXPECT_EQ(external32_bytes(MPI_DATATYPE_NULL).code(), Code::einval);
}

TEST(External32, TellsTheValuesOfEachTypeInMemoryAndPacked) {
    const Made record(struct_of({1, 2, 1}, {8, 16, 0}, {MPI_INT, MPI_DOUBLE, MPI_LONG}));
    const auto all = external32_fields(record, 2);
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(all.value().bytes, 48);
    ASSERT_EQ(all.value().fields.size(), 3u);
    for (const ExternalField& field : all.value().fields) {
        const Displacements packed = displacements_of(field.packed);
        EXPECT_EQ(std::ssize(packed), field.memory.element_count() * field.type.external_bytes);
        if (field.type.kind == ElementKind::int_) {
            EXPECT_EQ(displacements_of(field.memory), (Displacements{8, 40}));
            EXPECT_EQ(packed, (Displacements{0, 1, 2, 3, 24, 25, 26, 27}));
        } else if (field.type.kind == ElementKind::double_) {
            EXPECT_EQ(displacements_of(field.memory), (Displacements{16, 24, 48, 56}));
            EXPECT_EQ(packed.front(), 4);
            EXPECT_EQ(packed.back(), 43);
        } else {
            EXPECT_EQ(field.type, (ExternalType{ElementKind::long_, 8, 4}));
            EXPECT_EQ(displacements_of(field.memory), (Displacements{0, 32}));
            EXPECT_EQ(packed, (Displacements{20, 21, 22, 23, 44, 45, 46, 47}));
        }
    }
}

TEST(External32, FindsBothValuesOfAPair) {
    const auto all = external32_fields(MPI_SHORT_INT, 1);
    ASSERT_TRUE(all.ok());
    ASSERT_EQ(all.value().fields.size(), 2u);
    EXPECT_EQ(displacements_of(all.value().fields[1].memory), Displacements{4});
    EXPECT_EQ(displacements_of(all.value().fields[1].packed), (Displacements{2, 3, 4, 5}));
}

TEST(External32, ScalesDisplacementsThatCountValues) {
    MPI_Datatype vector = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 1, 2, MPI_LONG, &vector);
    const Made freed(vector);
    const auto tile = external32_tile(vector);
    ASSERT_TRUE(tile.ok());
    EXPECT_EQ(tile.value().pattern, Pattern::elements({{3, 8}, {4, 1}}));
    EXPECT_EQ(tile.value().extent, 20);
    EXPECT_EQ(tile.value().bytes, 12);
    EXPECT_EQ(tile.value().value_bytes, 4);
}

TEST(External32, TakesDisplacementsInBytesAsTheyAre) {
    const Made record(struct_of({1, 1}, {0, 6}, {MPI_LONG, MPI_SHORT}));
    const auto tile = external32_tile(record);
    ASSERT_TRUE(tile.ok());
    EXPECT_EQ(displacements_of(tile.value().pattern), (Displacements{0, 1, 2, 3, 6, 7}));
    EXPECT_EQ(tile.value().extent, 8);
    EXPECT_EQ(tile.value().value_bytes, 0);
}

TEST(External32, KeepsTheExtentThatAProgramHasSaid) {
    const Made wide(resized(MPI_LONG, 100));
    const Made pair(struct_of({2, 1}, {0, 8}, {wide, MPI_INT}));
    EXPECT_EQ(external32_tile(wide).value().extent, 100);
    EXPECT_EQ(external32_tile(pair).value().extent, 200);
}

TEST(External32, HasTheExtentInMemoryWhereSizesAreTheSame) {
    const Made record(struct_of({1, 1}, {0, 8}, {MPI_DOUBLE, MPI_INT}));
    EXPECT_EQ(external32_tile(record).value().extent, 16);
}

TEST(External32, ScalesArrays) {
    const int sizes[] = {4, 6};
    const int subsizes[] = {2, 3};
    const int starts[] = {1, 2};
    MPI_Datatype box = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_LONG, &box);
    const Made freed(box);
    const auto tile = external32_tile(box);
    ASSERT_TRUE(tile.ok());
    EXPECT_EQ(tile.value().pattern, Pattern::elements({{2, 24}, {12, 1}}, 4 * (1 * 6 + 2)));
    EXPECT_EQ(tile.value().extent, 96);
}

}  // namespace
}  // namespace weft::mpi
