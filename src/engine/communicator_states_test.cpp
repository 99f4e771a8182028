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

/// Works on a duplicate, as a library makes one for each file. Leaves `value` in the first byte of
/// a window, and returns the byte that was there before.
std::byte leave_in_window(std::byte value) {
    constexpr std::int64_t window_bytes = 1 << 16;
    MPI_Comm duplicate = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
    auto state = state_of(duplicate);
    EXPECT_TRUE(state->reserve_arena(state->comm(), window_bytes));
    EXPECT_TRUE(state->arena()->begin_call({}));
    state->arena()->use_windows(window_bytes);
    std::byte& first = *state->arena()->window(0);
    const std::byte before = first;
    world().barrier();
    first = value;
    world().barrier();
    state.reset();
    MPI_Comm_free(&duplicate);
    return before;
}

TEST(CommunicatorStates, HandTheMemoryOfWindowsOn) {
    if (world().size() == 1) return;  // that of MPI_COMM_SELF stays with it
    leave_in_window(std::byte{7});
    EXPECT_EQ(leave_in_window(std::byte{8}), std::byte{7});
    EXPECT_EQ(leave_in_window(std::byte{9}), std::byte{8});
}

#ifdef WEFT_SERIAL
TEST(CommunicatorStates, ThreadsMayCallWhereThereIsNoMpi) {
    EXPECT_TRUE(mpi::threads_may_call());
}
#endif

}  // namespace
}  // namespace weft::engine
