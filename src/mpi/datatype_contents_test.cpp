// SPDX-License-Identifier: BSD-3-Clause
// Datatypes that were made with large counts decode like those made with small ones.
#include "mpi/datatype_contents.hpp"

#include <gtest/gtest.h>

#include <array>

#include "mpi/datatype.hpp"

#if MPI_VERSION >= 4

namespace weft::mpi {
namespace {

constexpr std::array<int, 3> small_lengths = {1, 2, 3};
constexpr std::array<int, 3> small_steps = {2, 7, 11};
constexpr std::array<int, 3> small_sizes = {5, 6, 7};
constexpr std::array<int, 3> small_starts = {3, 0, 2};
constexpr std::array<MPI_Aint, 3> small_places = {4, 40, 80};
constexpr std::array<MPI_Count, 3> large_lengths = {1, 2, 3};
constexpr std::array<MPI_Count, 3> large_steps = {2, 7, 11};
constexpr std::array<MPI_Count, 3> large_sizes = {5, 6, 7};
constexpr std::array<MPI_Count, 3> large_starts = {3, 0, 2};
constexpr std::array<MPI_Count, 3> large_places = {4, 40, 80};
constexpr std::array<int, 3> array_deals = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC,
                                            MPI_DISTRIBUTE_NONE};
constexpr std::array<int, 3> array_arguments = {MPI_DISTRIBUTE_DFLT_DARG, 2,
                                                MPI_DISTRIBUTE_DFLT_DARG};
constexpr std::array<int, 3> array_grid = {2, 3, 1};

class LargeCounts : public testing::Test {
protected:
    ~LargeCounts() override {
        MPI_Type_free(&small);
        MPI_Type_free(&large);
    }

    void expect_same() const {
        const Contents wanted = contents_of(small);
        const Contents found = contents_of(large);
        EXPECT_EQ(found.combiner, wanted.combiner);
        EXPECT_EQ(found.integers, wanted.integers);
        EXPECT_EQ(found.addresses, wanted.addresses);
        EXPECT_EQ(found.datatypes, wanted.datatypes);
        const auto wanted_bytes = decode_bytes(small, 3);
        const auto bytes = decode_bytes(large, 3);
        ASSERT_TRUE(wanted_bytes.ok() && bytes.ok());
        EXPECT_TRUE(bytes.value().pattern == wanted_bytes.value().pattern);
    }

    MPI_Datatype small = MPI_DATATYPE_NULL;
    MPI_Datatype large = MPI_DATATYPE_NULL;
};

TEST_F(LargeCounts, Contiguous) {
    MPI_Type_contiguous(5, MPI_INT, &small);
    MPI_Type_contiguous_c(5, MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, Vector) {
    MPI_Type_vector(5, 2, 3, MPI_INT, &small);
    MPI_Type_vector_c(5, 2, 3, MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, StridedInBytes) {
    MPI_Type_create_hvector(5, 2, 20, MPI_INT, &small);
    MPI_Type_create_hvector_c(5, 2, 20, MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, Indexed) {
    MPI_Type_indexed(3, small_lengths.data(), small_steps.data(), MPI_INT, &small);
    MPI_Type_indexed_c(3, large_lengths.data(), large_steps.data(), MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, IndexedInBytes) {
    MPI_Type_create_hindexed(3, small_lengths.data(), small_places.data(), MPI_INT, &small);
    MPI_Type_create_hindexed_c(3, large_lengths.data(), large_places.data(), MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, Blocks) {
    MPI_Type_create_indexed_block(3, 2, small_steps.data(), MPI_INT, &small);
    MPI_Type_create_indexed_block_c(3, 2, large_steps.data(), MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, BlocksInBytes) {
    MPI_Type_create_hindexed_block(3, 2, small_places.data(), MPI_INT, &small);
    MPI_Type_create_hindexed_block_c(3, 2, large_places.data(), MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, Struct) {
    const std::array<MPI_Datatype, 3> types = {MPI_INT, MPI_SHORT, MPI_DOUBLE};
    MPI_Type_create_struct(3, small_lengths.data(), small_places.data(), types.data(), &small);
    MPI_Type_create_struct_c(3, large_lengths.data(), large_places.data(), types.data(), &large);
    expect_same();
}

TEST_F(LargeCounts, Resized) {
    MPI_Type_create_resized(MPI_INT, -4, 12, &small);
    MPI_Type_create_resized_c(MPI_INT, -4, 12, &large);
    expect_same();
}

TEST_F(LargeCounts, Subarray) {
    MPI_Type_create_subarray(3, small_sizes.data(), small_lengths.data(), small_starts.data(),
                             MPI_ORDER_FORTRAN, MPI_INT, &small);
    MPI_Type_create_subarray_c(3, large_sizes.data(), large_lengths.data(), large_starts.data(),
                               MPI_ORDER_FORTRAN, MPI_INT, &large);
    expect_same();
}

TEST_F(LargeCounts, DistributedArray) {
    MPI_Type_create_darray(6, 4, 3, small_sizes.data(), array_deals.data(), array_arguments.data(),
                           array_grid.data(), MPI_ORDER_C, MPI_INT, &small);
    MPI_Type_create_darray_c(6, 4, 3, large_sizes.data(), array_deals.data(),
                             array_arguments.data(), array_grid.data(), MPI_ORDER_C, MPI_INT,
                             &large);
    expect_same();
}

TEST_F(LargeCounts, ThatAreLarge) {
    constexpr MPI_Count many = MPI_Count{5} << 32;
    MPI_Type_vector_c(many, 1, 2, MPI_BYTE, &large);
    MPI_Type_contiguous(1, MPI_BYTE, &small);
    EXPECT_EQ(contents_of(large).integers, (std::vector<std::int64_t>{many, 1, 2}));
    const auto bytes = decode_bytes(large, 1);
    ASSERT_TRUE(bytes.ok());
    EXPECT_EQ(bytes.value().pattern.element_count(), many);
}

}  // namespace
}  // namespace weft::mpi

#endif
