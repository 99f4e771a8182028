// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/agreed.hpp"

#include <gtest/gtest.h>

#include "mpi/mpi_test_world.hpp"
#include "mpi/rank_name.hpp"

namespace weft::mpi {
namespace {

constexpr auto some_errno = static_cast<Code>(13);

TEST(Agree, AllWell) {
    const Agreed agreed = agree(test_world(), {});
    EXPECT_TRUE(agreed.ok());
    EXPECT_TRUE(agreed.status().context().empty());
}

TEST(Agree, AnyRankCanFailForAll) {
    const CommView world = test_world();
    for (int failing = 0; failing < world.size(); ++failing) {
        const Status mine = world.rank() == failing ? Status(Code::eedge, "too far") : Status();
        const Agreed agreed = agree(world, mine);
        EXPECT_EQ(agreed.code(), Code::eedge);
        EXPECT_EQ(agreed.status().context(), "rank " + std::to_string(failing) + ": too far");
    }
}

TEST(Agree, AnAgreementOnAnAgreementNamesTheFirstRankOnly) {
    const CommView world = test_world();
    const int last = world.size() - 1;
    const Status mine = world.rank() == last ? Status(Code::eio, "disk") : Status();
    const Agreed again = agree(world, agree(world, mine).status());
    EXPECT_EQ(again.status().context(), "rank " + std::to_string(last) + ": disk");
}

TEST(Agree, SentencesThatBeginWithARank) {
    for (const char* sentence : {"rank 3: disk", "rank 12"}) EXPECT_TRUE(names_a_rank(sentence));
    for (const char* sentence : {"", "rank ", "rank : x", "rank 3 has failed", "ranks 1-2: x"})
        EXPECT_FALSE(names_a_rank(sentence)) << sentence;
}

TEST(Agree, TheSmallestCodeWinsWhereverItIs) {
    const CommView world = test_world();
    const int last = world.size() - 1;
    Status mine = Status(Code::ebadid, "bad id");
    if (world.rank() == last) mine = Status(Code::eio, "disk");
    const Agreed agreed = agree(world, mine);
    EXPECT_EQ(agreed.code(), Code::eio);
    EXPECT_EQ(agreed.status().context(), "rank " + std::to_string(last) + ": disk");
}

TEST(Agree, OfEqualCodesTheLowestRankSpeaks) {
    const CommView world = test_world();
    const int first = world.size() > 1 ? 1 : 0;
    const std::string here = "at " + std::to_string(world.rank());
    const Agreed agreed =
        agree(world, world.rank() >= first ? Status(Code::erange, here) : Status());
    EXPECT_EQ(agreed.code(), Code::erange);
    EXPECT_EQ(agreed.status().context(),
              "rank " + std::to_string(first) + ": at " + std::to_string(first));
}

TEST(Agree, AnErrnoIsAFailureToo) {
    const CommView world = test_world();
    const int last = world.size() - 1;
    const Agreed agreed = agree(world, world.rank() == last ? Status(some_errno) : Status());
    EXPECT_EQ(agreed.code(), some_errno);
    EXPECT_EQ(agreed.status().context(), "rank " + std::to_string(last));
}

TEST(AgreeAt, OnlyRootCounts) {
    const CommView world = test_world();
    for (int root = 0; root < world.size(); ++root) {
        const bool is_root = world.rank() == root;
        EXPECT_TRUE(agree_at(world, is_root ? Status() : Status(Code::eio, "here"), root).ok());
        const Agreed agreed = agree_at(world, is_root ? Status(Code::eperm, "no") : Status(), root);
        EXPECT_EQ(agreed.code(), Code::eperm);
        EXPECT_EQ(agreed.status().context(), "rank " + std::to_string(root) + ": no");
        EXPECT_EQ(agree_at(world, is_root ? Status(some_errno) : Status(), root).code(),
                  some_errno);
    }
}

// The test with memory that ranks share is engine/shm/collectives_test.cpp.
TEST(Lead, RootTellsWhatItFound) {
    const CommView world = test_world();
    for (int root = 0; root < world.size(); ++root) {
        for (const std::size_t length : {0, 1, 495, 496, 497, 5000}) {
            std::vector<std::byte> bytes;
            const Agreed agreed = lead(world, {}, bytes, root, [&] {
                bytes.assign(length, static_cast<std::byte>(root + 1));
                return Status();
            });
            EXPECT_TRUE(agreed.ok());
            EXPECT_EQ(bytes, std::vector(length, static_cast<std::byte>(root + 1)));
        }
    }
}

TEST(Lead, NothingIsDoneWhereARankIsNotWell) {
    const CommView world = test_world();
    for (int root = 0; root < world.size(); ++root) {
        for (int failing = 0; failing < world.size(); ++failing) {
            const Status mine = world.rank() == failing ? Status(Code::ebad_file, "x") : Status();
            std::vector<std::byte> bytes;
            const Agreed agreed = lead(world, mine, bytes, root, []() -> Status {
                ADD_FAILURE() << "the step was made";
                return {};
            });
            EXPECT_EQ(agreed.code(), Code::ebad_file);
            EXPECT_EQ(agreed.status().context(), "rank " + std::to_string(failing) + ": x");
        }
    }
}

TEST(Lead, AStepThatFailsIsEverybodys) {
    const CommView world = test_world();
    for (int root = 0; root < world.size(); ++root) {
        std::vector<std::byte> bytes;
        const Agreed agreed =
            lead(world, {}, bytes, root, [] { return Status(some_errno, "no room"); });
        EXPECT_EQ(agreed.code(), some_errno);
        EXPECT_EQ(agreed.status().context(), "rank " + std::to_string(root) + ": no room");
    }
}

}  // namespace
}  // namespace weft::mpi
