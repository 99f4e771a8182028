// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/kept_segment.hpp"

#include <gtest/gtest.h>

#include <array>

#include "mpi/mpi_test_world.hpp"

namespace weft::engine::shm {
namespace {

constexpr std::size_t bytes = 1 << 16;

mpi::CommView all_ranks() {
    return mpi::test_world();
}

/// Collective. Whether it is the same memory on all ranks: each sees what the last has written.
bool is_shared(Segment& segment) {
    const auto mark = static_cast<std::byte>(all_ranks().size() + 1);
    if (all_ranks().rank() == all_ranks().size() - 1) segment.data()[bytes - 1] = mark;
    all_ranks().barrier();
    std::array<std::int64_t, 1> everywhere = {segment.data()[bytes - 1] == mark ? 1 : 0};
    all_ranks().all_reduce_min(everywhere);
    return everywhere[0] != 0;
}

TEST(KeptSegment, IsThatOfAllRanksAgain) {
    KeptSegment kept;
    std::unique_ptr<Segment> segment = Segment::create(all_ranks(), bytes);
    ASSERT_NE(segment, nullptr);
    const std::byte* const address = segment->data();
    kept.keep(std::move(segment));
    segment = kept.reuse(all_ranks(), bytes);
    ASSERT_NE(segment, nullptr);
    EXPECT_EQ(segment->data(), address);
    EXPECT_TRUE(is_shared(*segment));
    EXPECT_EQ(kept.reuse(all_ranks(), bytes), nullptr) << "it is in use";
}

TEST(KeptSegment, IsOfNoOtherSize) {
    KeptSegment kept;
    kept.keep(Segment::create(all_ranks(), bytes));
    EXPECT_EQ(kept.reuse(all_ranks(), 2 * bytes), nullptr);
    EXPECT_NE(kept.reuse(all_ranks(), bytes), nullptr);
}

TEST(KeptSegment, StaysWhereOneRankStillUsesIt) {
    KeptSegment kept;
    std::unique_ptr<Segment> segment = Segment::create(all_ranks(), bytes);
    const bool is_last = all_ranks().rank() == all_ranks().size() - 1;
    if (!is_last) kept.keep(std::move(segment));
    EXPECT_EQ(kept.reuse(all_ranks(), bytes), nullptr);
    if (is_last) kept.keep(std::move(segment));
    segment = kept.reuse(all_ranks(), bytes);
    ASSERT_NE(segment, nullptr);
    EXPECT_TRUE(is_shared(*segment));
}

TEST(KeptSegment, IsNotTakenBySomeOfItsRanks) {
    KeptSegment kept;
    kept.keep(Segment::create(all_ranks(), bytes));
    auto own = mpi::Comm::duplicate(MPI_COMM_SELF);
    ASSERT_TRUE(own.ok());
    EXPECT_EQ(kept.reuse(own.value().view(), bytes) == nullptr, all_ranks().size() > 1);
    own.value().close();
}

TEST(KeptSegment, DoesNotKeepMuchMemory) {
    KeptSegment kept;
    constexpr std::size_t much = std::size_t{40} << 20;
    std::unique_ptr<Segment> segment = Segment::create(all_ranks(), much);
    ASSERT_NE(segment, nullptr);
    kept.keep(std::move(segment));
    EXPECT_EQ(kept.reuse(all_ranks(), much), nullptr);
}

}  // namespace
}  // namespace weft::engine::shm
