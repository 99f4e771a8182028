// SPDX-License-Identifier: BSD-3-Clause
// Communicators that Weft cannot use, under the default error handler, which ends the program at
// MPI's first error.
#include <gtest/gtest.h>

#include <utility>

#include "mpi/comm.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

TEST(Comm, RefusesTheNullCommunicator) {
    const Result<Comm> duplicate = Comm::duplicate(MPI_COMM_NULL);
    EXPECT_EQ(duplicate.code(), Code::empi);
    EXPECT_NE(duplicate.status().context().find("MPI_COMM_NULL"), std::string::npos);
}

TEST(CommOnSeveralRanks, RefusesAnIntercommunicator) {
    const CommView world = test_world();
    const int color = world.rank() % 2;
    Result<Comm> split = Comm::split(world, color);
    ASSERT_TRUE(split.ok());
    Comm half = std::move(split).value();
    MPI_Comm between = MPI_COMM_NULL;
    MPI_Intercomm_create(half.view().handle(), 0, world.handle(), 1 - color, 5, &between);
    const Result<Comm> duplicate = Comm::duplicate(between);
    EXPECT_EQ(duplicate.code(), Code::empi);
    EXPECT_NE(duplicate.status().context().find("intercommunicator"), std::string::npos);
    MPI_Comm_free(&between);
    half.close();
}

TEST(Comm, ErrorsOnTheDuplicateAreReturned) {
    Result<Comm> duplicate = Comm::duplicate(MPI_COMM_WORLD);
    ASSERT_TRUE(duplicate.ok());
    Comm mine = std::move(duplicate).value();
    EXPECT_NE(MPI_Send(nullptr, 0, MPI_BYTE, mine.view().size(), 0, mine.view().handle()),
              MPI_SUCCESS);
    mine.close();
}

TEST(Comm, MessagesOfTheDuplicateStayInIt) {
    Result<Comm> duplicate = Comm::duplicate(MPI_COMM_SELF);
    ASSERT_TRUE(duplicate.ok());
    Comm mine = std::move(duplicate).value();
    MPI_Request request = MPI_REQUEST_NULL;
    char letter = 'w';
    MPI_Isend(&letter, 1, MPI_BYTE, 0, 3, mine.view().handle(), &request);
    int arrived = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &arrived, MPI_STATUS_IGNORE);
    EXPECT_EQ(arrived, 0);
    char copy = 0;
    MPI_Recv(&copy, 1, MPI_BYTE, 0, 3, mine.view().handle(), MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(copy, letter);
    mine.close();
}

}  // namespace
}  // namespace weft::mpi
