// SPDX-License-Identifier: BSD-3-Clause
// Decoded datatypes are as small as the arguments of their constructors, not as large as their
// data.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "mpi/datatype.hpp"
#include "region/pattern_shape.hpp"

namespace {

/// The bytes that this program has allocated with new and not freed yet.
std::atomic<std::size_t> live_bytes{0};

void release(void* memory) {
    live_bytes -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    live_bytes += malloc_usable_size(memory);
    return memory;
}

void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    release(memory);
}

namespace weft::mpi {
namespace {

using region::Pattern;

/// The memory of a decoded value. Frees `datatype`.
std::size_t bytes_of_decoded(MPI_Datatype datatype, std::int64_t elements) {
    const std::size_t before = live_bytes;
    const auto decoded = decode(datatype, 1);
    const std::size_t used = live_bytes - before;
    EXPECT_TRUE(decoded.ok());
    EXPECT_EQ(decoded.value().pattern.element_count(), elements);
    MPI_Type_free(&datatype);
    return used;
}

TEST(DecodeCompactly, AVectorIsALoop) {
    MPI_Datatype vector = MPI_DATATYPE_NULL;
    MPI_Type_vector(1000000, 1, 2, MPI_DOUBLE, &vector);
    const auto decoded = decode(vector, 1);
    EXPECT_EQ(decoded.value().pattern, Pattern::elements({{1000000, 16}}));
    EXPECT_LT(bytes_of_decoded(vector, 1000000), 4096u);
}

TEST(DecodeCompactly, ASubarrayIsALoopPerDimension) {
    const int sizes[] = {1000, 1000, 1000};
    const int subsizes[] = {900, 800, 700};
    const int starts[] = {1, 2, 3};
    MPI_Datatype box = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_FLOAT, &box);
    const auto decoded = decode(box, 1);
    EXPECT_EQ(decoded.value().pattern,
              Pattern::elements({{900, 4000000}, {800, 4000}, {700, 4}}, 4 * 1002003));
    EXPECT_LT(bytes_of_decoded(box, 504000000), 8192u);
}

TEST(DecodeCompactly, ACyclicDistributionIsALoopAndATail) {
    const int sizes[] = {1000003};
    const int ways[] = {MPI_DISTRIBUTE_CYCLIC};
    const int arguments[] = {4};
    const int grid[] = {2};
    MPI_Datatype dealt = MPI_DATATYPE_NULL;
    MPI_Type_create_darray(2, 0, 1, sizes, ways, arguments, grid, MPI_ORDER_C, MPI_INT, &dealt);
    EXPECT_LT(bytes_of_decoded(dealt, 500003), 8192u);
}

/// Irregular places, far enough apart for blocks of `width` bytes.
std::vector<MPI_Aint> irregular_places(int count, MPI_Aint width) {
    std::vector<MPI_Aint> places;
    for (MPI_Aint i = 0; i < count; ++i) places.push_back(i * width + i * i % 7 * 8);
    return places;
}

TEST(DecodeCompactly, BlocksShareTheirChild) {
    constexpr int inner_count = 1000;
    constexpr int outer_count = 1000;
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    const auto inner_places = irregular_places(inner_count, 64);
    MPI_Type_create_hindexed_block(inner_count, 1, inner_places.data(), MPI_DOUBLE, &inner);
    MPI_Datatype outer = MPI_DATATYPE_NULL;
    const auto outer_places = irregular_places(outer_count, 100000);
    MPI_Type_create_hindexed_block(outer_count, 1, outer_places.data(), inner, &outer);
    MPI_Type_free(&inner);
    EXPECT_LT(bytes_of_decoded(outer, inner_count * outer_count), 200000u);
}

TEST(DecodeCompactly, MembersOfAStructShareTheirPattern) {
    constexpr int count = 20000;
    const auto places = irregular_places(count, 64);
    const std::vector<int> lengths(count, 2);
    const std::vector<MPI_Datatype> types(count, MPI_DOUBLE);
    MPI_Datatype members = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(count, lengths.data(), places.data(), types.data(), &members);
    EXPECT_LT(bytes_of_decoded(members, 2 * count), std::size_t{count} * 80);
}

TEST(DecodeCompactly, BranchesThatAreAlikeAreShared) {
    MPI_Datatype tree = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(1, MPI_INT, &tree);
    constexpr int depth = 10;
    for (int level = 0; level < depth; ++level) {
        const int lengths[] = {1, 1, 1};
        const MPI_Aint places[] = {0, 40 << level, 9 << level};
        const MPI_Datatype types[] = {tree, tree, tree};
        MPI_Datatype next = MPI_DATATYPE_NULL;
        MPI_Type_create_struct(2, lengths, places, types, &next);
        MPI_Type_free(&tree);
        tree = next;
    }
    EXPECT_LT(bytes_of_decoded(tree, 1 << depth), 20000u);
}

// File views of 10^8 short rows.

constexpr int row_bytes = 8;
constexpr std::int64_t row_count = 100'000'000;

/// Frees `datatype`, which has that many rows, or for `left_out` of them.
void expect_small_view(MPI_Datatype datatype, std::int64_t left_out = 0) {
    const std::size_t before = live_bytes;
    {
        const auto decoded = decode_bytes(datatype, 1);
        ASSERT_TRUE(decoded.ok());
        const auto shape = region::shape_of(decoded.value().pattern);
        ASSERT_TRUE(shape.ok()) << shape.status().context();
        EXPECT_EQ(shape.value().bytes(), (row_count - left_out) * row_bytes);
        EXPECT_LT(live_bytes - before, std::size_t{1} << 20);
    }
    MPI_Type_free(&datatype);
}

MPI_Datatype rows(int count) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_hvector(count, 1, 2 * row_bytes, MPI_DOUBLE, &made);
    return made;
}

TEST(AViewOfAHundredMillionRows, IsSmallAsAVector) {
    expect_small_view(rows(row_count));
}

TEST(AViewOfAHundredMillionRows, IsSmallAsAListOfVectors) {
    constexpr int blocks = 1000;
    constexpr int each = row_count / blocks;
    MPI_Datatype block = rows(each);
    const auto places = irregular_places(blocks, 2 * row_bytes * each + 100);
    MPI_Datatype list = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed_block(blocks, 1, places.data(), block, &list);
    expect_small_view(list);
    const std::vector<int> lengths(blocks, 1);
    const std::vector<MPI_Datatype> members(blocks, block);
    MPI_Type_create_struct(blocks, lengths.data(), places.data(), members.data(), &list);
    expect_small_view(list);
    MPI_Type_free(&block);
}

TEST(AViewOfAHundredMillionRows, IsSmallAsAListOfLists) {
    MPI_Datatype list = rows(10'000);
    MPI_Aint reach = 2 * row_bytes * 10'000;
    for (int level = 0; level < 2; ++level) {
        const auto places = irregular_places(100, reach + 100);
        MPI_Datatype next = MPI_DATATYPE_NULL;
        MPI_Type_create_hindexed_block(100, 1, places.data(), list, &next);
        MPI_Type_free(&list);
        list = next;
        reach = 100 * (reach + 200);
    }
    expect_small_view(list);
}

TEST(AViewOfAHundredMillionRows, IsSmallAsABlockCyclicArray) {
    const int sizes[] = {20'001, 20'003};
    const int ways[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC};
    const int arguments[] = {3, 1};
    const int grid[] = {2, 2};
    MPI_Datatype dealt = MPI_DATATYPE_NULL;
    MPI_Type_create_darray(4, 3, 2, sizes, ways, arguments, grid, MPI_ORDER_C, MPI_DOUBLE, &dealt);
    expect_small_view(dealt, row_count - 9'999LL * 10'001);
}

TEST(AViewOfAHundredMillionRows, IsSmallAsAStructOfSubarrays) {
    const int sizes[] = {10'000, 10'000};
    std::vector<MPI_Datatype> boxes(2);
    for (const int part : {0, 1}) {
        const int subsizes[] = {part == 0 ? 9'999 : 10'000, 5'000};
        const int starts[] = {0, 100 * part};
        MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE,
                                 &boxes[static_cast<std::size_t>(part)]);
    }
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, 8 * 100'000'000LL + 24};
    MPI_Datatype both = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(2, lengths, places, boxes.data(), &both);
    for (MPI_Datatype& box : boxes) MPI_Type_free(&box);
    expect_small_view(both, row_count - 19'999LL * 5'000);
}

}  // namespace
}  // namespace weft::mpi
