// SPDX-License-Identifier: BSD-3-Clause
// Which communicators share what is known of their ranks.
#include "engine/communicator_states.hpp"

#include <gtest/gtest.h>

#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

std::shared_ptr<CommunicatorState> state_of(MPI_Comm comm) {
    auto lent = CommunicatorStates::borrow(comm);
    EXPECT_TRUE(lent.ok()) << lent.status().context();
    return lent.ok() ? std::move(lent).value() : nullptr;
}

TEST(CommunicatorStates, OfOneRankAreSharedWithMpiCommSelfButForThreads) {
    MPI_Comm alone = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    const bool is_the_same = state_of(alone) == state_of(MPI_COMM_SELF);
    EXPECT_EQ(is_the_same, !mpi::threads_may_call());
    MPI_Comm_free(&alone);
}

TEST(CommunicatorStates, BelongToOneFileWhereThreadsMayCall) {
    const auto one = state_of(MPI_COMM_SELF);
    const auto other = state_of(MPI_COMM_SELF);
    EXPECT_EQ(one == other, !mpi::threads_may_call());
}

#ifdef WEFT_SERIAL
TEST(CommunicatorStates, ThreadsMayCallWhereThereIsNoMpi) {
    EXPECT_TRUE(mpi::threads_may_call());
}
#endif

}  // namespace
}  // namespace weft::engine
