// SPDX-License-Identifier: BSD-3-Clause
// Every storage call of every method fails once: the caller is told, and bytes that were not asked
// for stay as they were.
#include <gtest/gtest.h>

#include <cerrno>
#include <vector>

#include "engine/communicator_states.hpp"
#include "engine/engine.hpp"
#include "engine/plan/test_methods.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_shared_file.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/faulty_store.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::engine {
namespace {

using storage::FaultPlan;
using storage::Operation;

/// Holes, two types, several windows of 64 bytes.
Sample sample_with_holes(Direction direction) {
    Random random(17);
    return plain_sample(direction, {{3, 5, {{20, 9}}}, {200, 100, {}}, {310, 2, {{4, 50}, {9, 4}}}},
                        random);
}

struct Ended {
    Status status;
    Bytes file;
    std::int64_t faults = 0;
};

Ended run_with(const FaultPlan& plan, Method method, Choice rewriting, Direction direction,
               const Bytes& before) {
    storage::MemoryStore memory;
    {
        const auto file = storage::opened(memory, "file", storage::to_create);
        EXPECT_TRUE(file->write_at(0, before).ok());
    }
    storage::FaultTrigger trigger(plan);
    storage::FaultyStore store(memory, trigger);
    const auto file = storage::opened(store, "file", storage::to_write);
    const Options options{.method = method,
                          .sieve_write = rewriting,
                          .window_bytes = 64,
                          .sieve_read_bytes = 64,
                          .sieve_write_bytes = 64};
    Pace pace;
    const mpi::Comm self = mpi::Comm::self();
    Engine engine = engine_over(*file, pace, options, self.view());
    const Sample sample = sample_with_holes(direction);
    Ended run;
    run.status = engine.run_collective(sample.request, 0).outcome.status;
    run.faults = trigger.faults();
    const auto plain = storage::opened(memory, "file", storage::to_read);
    run.file.resize(static_cast<std::size_t>(plain->size().value()));
    EXPECT_TRUE(plain->read_at(0, run.file).ok());
    return run;
}

/// Fails call 1, 2, ... until there is none left to fail. Returns how many failed.
int sweep(FaultPlan plan, Method method, Choice rewriting, Direction direction, Code code) {
    Random random(18);
    const Bytes before = random.bytes(600);
    int failed = 0;
    for (plan.call = 1;; ++plan.call) {
        const Ended run = run_with(plan, method, rewriting, direction, before);
        EXPECT_EQ(run.file.size(), before.size());
        const Sample sample = sample_with_holes(Direction::put);
        Bytes others = run.file;
        for (const Piece& piece : sample.request.pieces) {
            for (const std::int64_t at : offsets_of(*piece.file.nest()))
                others[static_cast<std::size_t>(at)] = before[static_cast<std::size_t>(at)];
        }
        EXPECT_EQ(others, before) << "call " << plan.call;
        if (run.faults == 0) {
            EXPECT_TRUE(run.status.ok()) << run.status.context();
            return failed;
        }
        EXPECT_EQ(run.status.code(), code) << "call " << plan.call;
        ++failed;
    }
}

TEST(Faults, EveryFailedReadOfAGetIsReported) {
    for (const Method method : all_methods()) {
        const FaultPlan plan{.operation = Operation::read};
        EXPECT_GT(sweep(plan, method, Choice::automatic, Direction::get, Code::eread), 5)
            << name_of(method);
    }
}

TEST(Faults, EveryFailedWriteOfAPutIsReported) {
    for (const Method method : all_methods()) {
        for (const Choice rewriting : {Choice::automatic, Choice::enable, Choice::disable}) {
            FaultPlan plan{.operation = Operation::write, .error_number = ENOSPC};
            EXPECT_GT(sweep(plan, method, rewriting, Direction::put, Code::eno_space), 5);
            plan.effect = FaultPlan::Effect::cut_short;
            EXPECT_GT(sweep(plan, method, rewriting, Direction::put, Code::ewrite), 5);
        }
    }
}

TEST(Faults, AFailedReadBeforeAWindowIsRewrittenIsReported) {
    const FaultPlan plan{.operation = Operation::read};
    EXPECT_GT(sweep(plan, Method::sieve, Choice::enable, Direction::put, Code::eread), 5);
}

TEST(Faults, TheFirstOfManyFailuresIsTheOneThatIsReported) {
    const Bytes before(600);
    for (const Method method : all_methods()) {
        const FaultPlan plan{
            .operation = Operation::write, .call = 2, .error_number = EDQUOT, .forever = true};
        const Ended run = run_with(plan, method, Choice::automatic, Direction::put, before);
        EXPECT_EQ(run.status.code(), Code::equota) << name_of(method);
    }
}

}  // namespace
}  // namespace weft::engine
