// SPDX-License-Identifier: BSD-3-Clause
#include "engine/exchange/mailroom.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/exchange/station.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::engine::exchange {
namespace {

bool no_work() {
    return false;
}

TEST(Mailroom, MembersSeeEachOthersRowsAndBytesAfterAMeeting) {
    Station station =
        Station::create(mpi::test_world(), mpi::nodes_in_blocks(mpi::test_world().size(), 1));
    Mailroom& mailroom = station.mailroom();
    const int members = mailroom.members();
    EXPECT_EQ(members, static_cast<int>(station.nodes().members(0).size()));
    for (std::uint32_t turn = 0; turn < 500; ++turn) {
        const std::uint32_t half = turn % 2;
        const std::int64_t mine = turn * 100 + static_cast<std::uint32_t>(mailroom.member());
        mailroom.row(half, mailroom.member())[1] = mine;
        std::memcpy(mailroom.room(half) + mailroom.member() * 8, &mine, 8);
        ASSERT_TRUE(mailroom.meet({}, no_work));
        for (int member = 0; member < members; ++member) {
            EXPECT_EQ(mailroom.row(half, member)[1], turn * 100 + static_cast<unsigned>(member));
            std::int64_t theirs = 0;
            std::memcpy(&theirs, mailroom.room(half) + member * 8, 8);
            EXPECT_EQ(theirs, turn * 100 + static_cast<unsigned>(member));
        }
    }
}

TEST(MailroomOnSeveralRanks, PretendedNodesShareNothing) {
    const mpi::CommView world = mpi::test_world();
    Station station = Station::create(world, mpi::nodes_in_blocks(world.size(), 2));
    EXPECT_EQ(station.nodes().count(), 2);
    Mailroom& mailroom = station.mailroom();
    const int node = station.nodes().of_rank(world.rank());
    EXPECT_EQ(mailroom.members(), static_cast<int>(station.nodes().members(node).size()));
    if (mailroom.member() == 0) mailroom.row(0, 0)[0] = node + 7;
    world.barrier();
    EXPECT_EQ(mailroom.row(0, 0)[0], node + 7);
    world.barrier();
}

TEST(Mailroom, ARankByItselfMeetsNobody) {
    const std::unique_ptr<Mailroom> mailroom = Mailroom::of_one_rank(3);
    EXPECT_EQ(mailroom->members(), 1);
    EXPECT_EQ(mailroom->row(1, 0).size(), 3U);
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(mailroom->meet({}, no_work));
}

}  // namespace
}  // namespace weft::engine::exchange
