// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "mpi/test_datatypes.hpp"

namespace weft::mpi {
namespace {

using region::Loops;
using region::Pattern;

/// The datatype that `make(arguments..., &handle)` makes.
template <class Make, class... Arguments>
MPI_Datatype made(Make make, const Arguments&... arguments) {
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    make(arguments..., &handle);
    return handle;
}

using Displacements = std::vector<std::int64_t>;

TEST(Decode, NamesTheKindOfPredefinedTypes) {
    const std::pair<MPI_Datatype, ElementKind> table[] = {
        {MPI_CHAR, ElementKind::text},
        {MPI_CHARACTER, ElementKind::text},
        {MPI_SIGNED_CHAR, ElementKind::schar},
        {MPI_INTEGER1, ElementKind::schar},
        {MPI_INT8_T, ElementKind::schar},
        {MPI_UNSIGNED_CHAR, ElementKind::uchar},
        {MPI_UINT8_T, ElementKind::uchar},
        {MPI_BYTE, ElementKind::byte},
        {MPI_SHORT, ElementKind::short_},
        {MPI_INTEGER2, ElementKind::short_},
        {MPI_UINT16_T, ElementKind::ushort},
        {MPI_INT, ElementKind::int_},
        {MPI_INTEGER, ElementKind::int_},
        {MPI_INTEGER4, ElementKind::int_},
        {MPI_INT32_T, ElementKind::int_},
        {MPI_UNSIGNED, ElementKind::uint},
        {MPI_UINT32_T, ElementKind::uint},
        {MPI_LONG, ElementKind::long_},
        {MPI_UNSIGNED_LONG, ElementKind::ulong_},
        {MPI_FLOAT, ElementKind::float_},
        {MPI_REAL, ElementKind::float_},
        {MPI_REAL4, ElementKind::float_},
        {MPI_DOUBLE, ElementKind::double_},
        {MPI_REAL8, ElementKind::double_},
        {MPI_DOUBLE_PRECISION, ElementKind::double_},
        {MPI_LONG_LONG, ElementKind::longlong},
        {MPI_INTEGER8, ElementKind::longlong},
        {MPI_INT64_T, ElementKind::longlong},
        {MPI_OFFSET, ElementKind::longlong},
        {MPI_AINT, ElementKind::longlong},
        {MPI_COUNT, ElementKind::longlong},
        {MPI_UNSIGNED_LONG_LONG, ElementKind::ulonglong},
        {MPI_UINT64_T, ElementKind::ulonglong},
    };
    for (const auto& [datatype, kind] : table) {
        int bytes = 0;
        MPI_Type_size(datatype, &bytes);
        const auto decoded = decode(datatype, 5);
        ASSERT_TRUE(decoded.ok()) << decoded.status().context();
        EXPECT_EQ(decoded.value().kind, kind);
        EXPECT_EQ(decoded.value().element_bytes, bytes);
        EXPECT_EQ(decoded.value().pattern, Pattern::elements({{5, bytes}}));
        EXPECT_TRUE(is_predefined(datatype));
    }
}

TEST(Decode, RefusesWhatTheInterfaceHasNoTypeFor) {
    for (MPI_Datatype datatype :
         {MPI_WCHAR, MPI_C_FLOAT_COMPLEX, MPI_LONG_DOUBLE, MPI_FLOAT_INT, MPI_C_BOOL, MPI_PACKED}) {
        const Made vector(made(MPI_Type_vector, 2, 1, 3, datatype));
        EXPECT_EQ(decode(datatype, 1).code(), Code::eunsptetype);
        EXPECT_EQ(decode(vector, 1).code(), Code::eunsptetype);
    }
    EXPECT_EQ(decode(MPI_DATATYPE_NULL, 1).code(), Code::eunsptetype);
}

TEST(Decode, TellsNullAndPredefinedApart) {
    const Made dup(made(MPI_Type_dup, MPI_INT));
    EXPECT_FALSE(is_predefined(dup));
    EXPECT_FALSE(is_null(dup));
    EXPECT_TRUE(is_null(MPI_DATATYPE_NULL));
    const auto decoded = decode(dup, 2);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded.value().kind, ElementKind::int_);
    EXPECT_EQ(decoded.value().pattern, Pattern::elements({{2, 4}}));
}

TEST(Decode, StructsHaveOneKindOfElement) {
    const Made mixed(struct_of({1, 1}, {0, 8}, {MPI_INT, MPI_FLOAT}));
    EXPECT_EQ(decode(mixed, 1).code(), Code::emultitypes);
    const Made same_bytes(struct_of({1, 1}, {0, 8}, {MPI_BYTE, MPI_CHAR}));
    EXPECT_EQ(decode(same_bytes, 1).code(), Code::emultitypes);
    const Made synonyms(struct_of({1, 2}, {8, 0}, {MPI_INT, MPI_INT32_T}));
    const auto decoded = decode(synonyms, 1);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(displacements_of(decoded.value().pattern), (Displacements{8, 0, 4}));
}

TEST(Decode, MembersThatHaveNoElementsDoNotCount) {
    const Made nothing(made(MPI_Type_contiguous, 0, MPI_DOUBLE));
    const Made members(struct_of({0, 1, 3}, {0, 8, 0}, {MPI_FLOAT, MPI_INT, nothing}));
    const auto decoded = decode(members, 1);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded.value().kind, ElementKind::int_);
    EXPECT_EQ(displacements_of(decoded.value().pattern), (Displacements{8}));
}

TEST(Decode, NoElements) {
    const Made nothing(made(MPI_Type_vector, 0, 3, 5, MPI_FLOAT_INT));
    const auto decoded = decode(nothing, 4);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded.value().kind, ElementKind::none);
    EXPECT_EQ(decoded.value().pattern.element_count(), 0);
    const auto none_of_many = decode(MPI_DOUBLE, 0);
    ASSERT_TRUE(none_of_many.ok());
    EXPECT_EQ(none_of_many.value().kind, ElementKind::double_);
    EXPECT_EQ(none_of_many.value().pattern.element_count(), 0);
}

TEST(Decode, StridesAndDisplacementsMayBeNegative) {
    const Made vector(made(MPI_Type_create_hvector, 3, 1, MPI_Aint{-10}, MPI_SHORT));
    EXPECT_EQ(displacements_of(decode(vector, 1).value().pattern), (Displacements{0, -10, -20}));
    const int lengths[] = {1, 2};
    const int places[] = {3, -4};
    const Made indexed(made(MPI_Type_indexed, 2, lengths, places, MPI_SHORT));
    EXPECT_EQ(displacements_of(decode(indexed, 1).value().pattern), (Displacements{6, -8, -6}));
}

TEST(Decode, ValuesRepeatAtTheExtentAsResized) {
    const Made resized(made(MPI_Type_create_resized, MPI_INT, MPI_Aint{-4}, MPI_Aint{12}));
    EXPECT_EQ(displacements_of(decode(resized, 3).value().pattern), (Displacements{0, 12, 24}));
    const Made overlapping(made(MPI_Type_create_resized, MPI_INT, MPI_Aint{0}, MPI_Aint{2}));
    const Made three(made(MPI_Type_contiguous, 3, overlapping));
    EXPECT_EQ(displacements_of(decode(three, 1).value().pattern), (Displacements{0, 2, 4}));
}

TEST(Decode, SubarraysInBothOrders) {
    const int sizes[] = {4, 5};
    const int subsizes[] = {2, 3};
    const int starts[] = {1, 2};
    const Made rows(
        made(MPI_Type_create_subarray, 2, sizes, subsizes, starts, MPI_ORDER_C, MPI_BYTE));
    EXPECT_EQ(displacements_of(decode(rows, 1).value().pattern),
              (Displacements{7, 8, 9, 12, 13, 14}));
    const Made columns(
        made(MPI_Type_create_subarray, 2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_BYTE));
    EXPECT_EQ(displacements_of(decode(columns, 1).value().pattern),
              (Displacements{9, 10, 13, 14, 17, 18}));
}

TEST(Decode, DistributedArraysCoverTheArrayTogether) {
    const int sizes[] = {7, 5};
    const int ways[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
    const int arguments[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    const int grid[] = {2, 3};
    Displacements all;
    for (int rank = 0; rank < 6; ++rank) {
        const Made part(made(MPI_Type_create_darray, 6, rank, 2, sizes, ways, arguments, grid,
                             MPI_ORDER_C, MPI_BYTE));
        const auto mine = displacements_of(decode(part, 1).value().pattern);
        all.insert(all.end(), mine.begin(), mine.end());
        if (rank == 2) {
            EXPECT_EQ(mine, (Displacements{4, 9, 24, 29}));
        }
    }
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), 35u);
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], static_cast<std::int64_t>(i));
}

TEST(Decode, FortranKindsArePredefinedByTheirSize) {
    const MPI_Datatype integer = made(MPI_Type_create_f90_integer, 9);
    const auto decoded = decode(integer, 2);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded.value().kind, ElementKind::int_);
    const MPI_Datatype real = made(MPI_Type_create_f90_real, 15, MPI_UNDEFINED);
    EXPECT_EQ(decode(real, 1).value().kind, ElementKind::double_);
    const Made pair(made(MPI_Type_contiguous, 2, real));
    EXPECT_EQ(decode(pair, 3).value().pattern, Pattern::elements({{6, 8}}));
}

TEST(Decode, RefusesMoreThan64BitsCanCount) {
    const std::int64_t huge = std::numeric_limits<std::int64_t>::max() / 4;
    EXPECT_EQ(decode(MPI_DOUBLE, huge).code(), Code::eintoverflow);
    EXPECT_TRUE(decode(MPI_BYTE, huge).ok());
}

/// MPI gives the handle of a datatype that was freed to one that is made later.
TEST(Decode, DatatypesThatFollowEachOtherUnderOneHandleAreNotConfused) {
    for (int length = 1; length < 20; ++length) {
        MPI_Datatype vector = made(MPI_Type_vector, 3, length, 40, MPI_INT);
        for (int again = 0; again < 2; ++again) {
            EXPECT_EQ(decode(vector, 2).value().pattern.element_count(), 6 * length);
            EXPECT_EQ(decode_bytes(vector, 1).value().pattern,
                      Pattern::elements({{3, 160}, {4 * length, 1}}));
            EXPECT_EQ(decode_bytes(vector, 1, 4).value().pattern,
                      Pattern::elements({{3, 160}, {length, 4}}));
        }
        MPI_Datatype copy = MPI_DATATYPE_NULL;
        MPI_Type_dup(vector, &copy);
        MPI_Type_free(&vector);
        EXPECT_EQ(decode(copy, 1).value().pattern.element_count(), 3 * length);
        MPI_Type_free(&copy);
    }
}

}  // namespace
}  // namespace weft::mpi
