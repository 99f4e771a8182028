// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::mpi {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* open_mpi = "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo";
constexpr const char* mpich = "MPICH Version:      4.0.2\nMPICH Release date: Thu Apr  7 12:34";

TEST(Library, FamiliesByTheirVersions) {
    EXPECT_EQ(family_of(open_mpi), Family::open_mpi);
    EXPECT_EQ(family_of(mpich), Family::mpich);
    EXPECT_EQ(family_of("Intel(R) MPI Library 2021.10 for Linux* OS"), Family::mpich);
    EXPECT_EQ(family_of("MVAPICH2 Version      :  2.3.7"), Family::mpich);
    EXPECT_EQ(family_of("MPI VERSION    : CRAY MPICH version 8.1.25"), Family::mpich);
    EXPECT_EQ(family_of("a library of tomorrow"), Family::unknown);
    EXPECT_EQ(family_of(""), Family::unknown);
}

TEST(Library, OneFamilyOrUnknownOnesArriveUnhindered) {
    EXPECT_TRUE(compare_families(Family::open_mpi, open_mpi).ok());
    EXPECT_TRUE(compare_families(Family::mpich, "Intel(R) MPI Library 2021.10").ok());
    EXPECT_TRUE(compare_families(Family::mpich, "a library of tomorrow").ok());
    EXPECT_TRUE(compare_families(Family::unknown, mpich).ok());
}

TEST(Library, AnotherFamilyIsNamed) {
    const Status mixed = compare_families(Family::open_mpi, mpich);
    EXPECT_EQ(mixed.code(), Code::empi);
    EXPECT_THAT(mixed.context(), AllOf(HasSubstr("built for Open MPI"), HasSubstr("MPICH Version:"),
                                       HasSubstr("pnetcdf-config --cc"), Not(HasSubstr("\n"))));
    EXPECT_EQ(compare_families(Family::mpich, open_mpi).code(), Code::empi);
}

TEST(Library, TheOneOfThisTestIsRight) {
    EXPECT_TRUE(check_library().ok());
}

}  // namespace
}  // namespace weft::mpi
