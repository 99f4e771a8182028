// SPDX-License-Identifier: BSD-3-Clause
// Small collectives in shared memory, in every order, with each of the ranks late in turn.
#include "engine/shm/collectives.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <array>
#include <chrono>
#include <cstring>
#include <thread>

#include "mpi/agreed.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::engine::shm {
namespace {

constexpr int rounds = 300;

/// The cores that this rank may use, put back in the end.
class Cores {
public:
    Cores() { EXPECT_EQ(sched_getaffinity(0, sizeof all_, &all_), 0); }
    Cores(const Cores&) = delete;
    Cores& operator=(const Cores&) = delete;
    ~Cores() { EXPECT_EQ(sched_setaffinity(0, sizeof all_, &all_), 0); }

    [[nodiscard]] int count() const { return CPU_COUNT(&all_); }
    void use_only(int nth) const {
        int core = 0;
        while (!CPU_ISSET(core, &all_) || nth-- > 0) ++core;
        cpu_set_t only;
        CPU_ZERO(&only);
        CPU_SET(core, &only);
        ASSERT_EQ(sched_setaffinity(0, sizeof only, &only), 0);
    }

private:
    cpu_set_t all_{};
};

/// Collective. All ranks of the test program, with shared-memory collectives.
std::unique_ptr<Collectives> collectives_of_all(mpi::CommView world) {
    Collectives::Name name{};
    std::unique_ptr<Collectives> collectives;
    if (world.rank() == 0) {
        collectives = Collectives::offer(world);
        if (collectives != nullptr) name = collectives->name();
    }
    world.broadcast(std::as_writable_bytes(std::span(name)), 0);
    if (world.rank() != 0 && name[0] != '\0') collectives = Collectives::join(world, name);
    bool everybody = collectives != nullptr;
    EXPECT_TRUE(mpi::agree(world, {}, everybody).ok());
    if (!everybody) return nullptr;
    collectives->open();
    return collectives;
}

class ForumOfAll : public testing::Test {
protected:
    void SetUp() override {
        collectives_ = collectives_of_all(world_);
        ASSERT_NE(collectives_, nullptr);
        Result<mpi::Comm> own = mpi::Comm::duplicate(world_.handle());
        ASSERT_TRUE(own.ok());
        own_ = std::move(own).value();
        own_.use(collectives_.get());
        comm_ = own_.view();
    }
    void TearDown() override { own_.close(); }

    /// Delays one rank, sometimes by more than the others look before they sleep.
    void arrive(int round) const {
        if (round % comm_.size() != comm_.rank() || round % 3 != 0) return;
        std::this_thread::sleep_for(std::chrono::microseconds(round % 7 == 0 ? 300 : 10));
    }

    mpi::CommView world_ = mpi::test_world();
    std::unique_ptr<Collectives> collectives_;
    mpi::Comm own_;
    mpi::CommView comm_;
};

void reduce_all(mpi::CommView comm, int round) {
    std::array<std::int64_t, 2> values = {comm.rank() + round, -comm.rank()};
    comm.all_reduce_max(values);
    EXPECT_EQ(values[0], comm.size() - 1 + round);
    EXPECT_EQ(values[1], 0);
}

void tell(mpi::CommView comm, int round, int root) {
    const std::array<std::size_t, 5> lengths = {0, 1, 504, 505, 2000};
    const std::vector<std::byte> told(lengths[static_cast<std::size_t>(round) % lengths.size()],
                                      static_cast<std::byte>(round));
    std::vector<std::byte> bytes = comm.rank() == root ? told : std::vector<std::byte>();
    comm.broadcast(bytes, root);
    EXPECT_EQ(bytes, told);
}

void ask(mpi::CommView comm, int round, int root) {
    int answers = 0;
    const std::vector<std::byte> answer =
        comm.ask(100 - comm.rank() + round, root, [&](std::int64_t lowest) {
            ++answers;
            EXPECT_EQ(lowest, 101 - comm.size() + round);
            return std::vector<std::byte>(static_cast<std::size_t>(round) % 600,
                                          static_cast<std::byte>(round));
        });
    EXPECT_EQ(answers, comm.rank() == root ? 1 : 0);
    EXPECT_EQ(answer, std::vector<std::byte>(static_cast<std::size_t>(round) % 600,
                                             static_cast<std::byte>(round)));
}

TEST_F(ForumOfAll, SettlesOneThingAfterAnother) {
    for (int round = 0; round < rounds; ++round) {
        const int root = round / 5 % comm_.size();
        arrive(round);
        if (round % 4 != 1) reduce_all(comm_, round);
        if (round % 5 != 2) ask(comm_, round, root);
        if (round % 3 != 0) tell(comm_, round, root);
        if (round % 11 == 0) comm_.barrier();
    }
}

// Two questions in a row: who asked may be at the next one before root has left the first.
TEST_F(ForumOfAll, RootsTakeTurns) {
    for (int round = 0; round < rounds; ++round) {
        arrive(round);
        ask(comm_, round, round % comm_.size());
    }
}

TEST_F(ForumOfAll, LeadsAndFailsTheSameWay) {
    for (int round = 0; round < rounds; ++round) {
        const int failing = round % (comm_.size() + 1);  // the last: nobody
        const Status mine = comm_.rank() == failing ? Status(Code::ebad_file, "no name") : Status();
        std::vector<std::byte> bytes;
        arrive(round);
        const mpi::Agreed agreed = mpi::lead(comm_, mine, bytes, round / 7 % comm_.size(), [&] {
            bytes.resize(3);
            return Status();
        });
        EXPECT_EQ(agreed.ok(), failing == comm_.size());
        EXPECT_EQ(bytes.size(), agreed.ok() ? 3u : 0u);
        if (agreed.ok()) continue;
        EXPECT_EQ(agreed.status().context(), "rank " + std::to_string(failing) + ": no name");
    }
}

TEST_F(ForumOfAll, RanksKnowWhetherTheyShareACore) {
    const Cores cores;
    const auto share_after = [&](int core) {
        cores.use_only(core);
        EXPECT_TRUE(collectives_->enter({}));
        comm_.barrier();
        const bool share = collectives_->calls().shares_core();
        comm_.barrier();
        EXPECT_FALSE(collectives_->leave());
        return share;
    };
    EXPECT_EQ(share_after(0), comm_.size() > 1);
    if (cores.count() < comm_.size()) return;
    EXPECT_FALSE(share_after(comm_.rank()));
}

}  // namespace
}  // namespace weft::engine::shm
