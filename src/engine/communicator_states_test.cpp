// SPDX-License-Identifier: BSD-3-Clause
// Which communicators share what is known of their ranks.
#include "engine/communicator_states.hpp"

#include <gtest/gtest.h>

#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

/// Frees itself.
class Part {
public:
    explicit Part(mpi::CommView comm, bool is_reversed) {
        const int key = is_reversed ? -comm.rank() : comm.rank();
        MPI_Comm_split(comm.handle(), 0, key, &handle_);
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() { MPI_Comm_free(&handle_); }
    [[nodiscard]] MPI_Comm handle() const { return handle_; }

private:
    MPI_Comm handle_ = MPI_COMM_NULL;
};

std::shared_ptr<CommunicatorState> state_of(MPI_Comm comm) {
    auto lent = CommunicatorStates::borrow(comm);
    EXPECT_TRUE(lent.ok()) << lent.status().context();
    return lent.ok() ? std::move(lent).value() : nullptr;
}

TEST(CommunicatorStates, AreSharedByDuplicatesOfMpisOwnButForThreads) {
    const Part one(world(), false);
    const Part another(world(), false);
    const bool is_the_same = state_of(one.handle()) == state_of(another.handle());
    EXPECT_EQ(is_the_same, !mpi::threads_may_call());
}

TEST(CommunicatorStates, AreNotSharedWhereRanksHaveOtherNumbers) {
    const Part reversed(world(), true);
    const bool is_the_same = state_of(reversed.handle()) == state_of(MPI_COMM_WORLD);
    EXPECT_EQ(is_the_same, world().size() == 1 && !mpi::threads_may_call());
}

TEST(CommunicatorStates, OfOneRankAreSharedWithMpiCommSelfButForThreads) {
    MPI_Comm alone = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    const bool is_the_same = state_of(alone) == state_of(MPI_COMM_SELF);
    EXPECT_EQ(is_the_same, !mpi::threads_may_call());
    MPI_Comm_free(&alone);
}

}  // namespace
}  // namespace weft::engine
