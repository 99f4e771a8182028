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

namespace {

/// What this program has allocated with new and not freed yet.
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

/// What the result of decoding one value takes. Frees `datatype`.
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

}  // namespace
}  // namespace weft::mpi
