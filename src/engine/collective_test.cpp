// SPDX-License-Identifier: BSD-3-Clause
// Several ranks on one file, against a model that serves them one after the other. Every rank makes
// all ranks' requests from one seed and carries out its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/engine.hpp"
#include "engine/plan/test_methods.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_calls_of_ranks.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

class CollectiveOfMethod : public testing::TestWithParam<Method> {};

INSTANTIATE_TEST_SUITE_P(All, CollectiveOfMethod, testing::ValuesIn(methods_and_automatic()),
                         [](const auto& method) { return std::string(name_of(method.param)); });

constexpr std::uint64_t seeds = 25;  // MPICH waits busily, so more ranks than cores take their time

TEST_P(CollectiveOfMethod, PutsLeaveTheModelsBytes) {
    for (const std::uint64_t seed : test_seeds(seeds)) {
        Random random(seed);
        const std::vector<Sample> samples = samples_of_ranks(random, Direction::put, Overlap::none);
        const Bytes before = random.bytes(random.between(0, 700));
        const Options options = random_options(random, GetParam());
        SharedFile file(before);
        const auto [outcome, maximum, leaves_rewriters] =
            run(samples[my_rank()].request, options, file.file(), 10 + world().rank());
        EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
        EXPECT_EQ(maximum, 10 + world().size() - 1);
        EXPECT_EQ(outcome.all_in_range, expect(samples[my_rank()], before).all_in_range);
        const bool same = file.bytes() == file_after(samples, before);
        EXPECT_TRUE(same) << replay_of(seed);
        if (anywhere(!same)) break;
    }
}

TEST_P(CollectiveOfMethod, GetsDeliverTheModelsValues) {
    for (const std::uint64_t seed : test_seeds(seeds)) {
        Random random(seed);
        const std::vector<Sample> samples =
            samples_of_ranks(random, Direction::get, Overlap::within_and_between_ranks);
        const Bytes bytes = random.bytes(random.between(0, 700));
        const Options options = random_options(random, GetParam());
        SharedFile file(bytes);
        const Sample& mine = samples[my_rank()];
        const Expected expected = expect(mine, bytes);
        const Outcome outcome = run(mine.request, options, file.file()).outcome;
        EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
        EXPECT_EQ(outcome.all_in_range, expected.all_in_range) << replay_of(seed);
        const bool untouched = file.bytes() == bytes;
        const bool same = mine.buffers == expected.buffers && untouched;
        EXPECT_TRUE(same) << replay_of(seed);
        if (anywhere(!same)) break;
    }
}

TEST(Collective, WhereRanksOverlapTheHighestRankStaysWhateverTheMethod) {
    for (const Method method : all_methods()) {
        if (!brings_ranks_together(method)) continue;
        for (const std::uint64_t seed : test_seeds(seeds, 100)) {
            Random random(seed);
            const std::vector<Sample> samples =
                samples_of_ranks(random, Direction::put, Overlap::within_and_between_ranks);
            const Bytes before = random.bytes(300);
            Options options = random_options(random, method);
            options.shared_memory = Choice::disable;
            SharedFile file(before);
            const Outcome outcome = run(samples[my_rank()].request, options, file.file()).outcome;
            EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
            const bool same = file.bytes() == file_after(samples, before);
            EXPECT_TRUE(same) << name_of(method) << ", " << replay_of(seed);
            if (anywhere(!same)) break;
        }
    }
}

TEST(Collective, BytesMayLieFarApart) {
    // Each rank has a few bytes at either end of many mebibytes.
    const std::int64_t far = std::int64_t{64} << 20;
    Random random(8);
    const auto sample = [&](Direction direction, int rank) {
        return plain_sample(direction, {{rank * 10, 3, {}}, {far + rank * 7, 5, {}}}, random);
    };
    SharedFile file({});
    const Options options{.method = Method::two_phase, .window_bytes = 1 << 18};
    std::vector<Sample> puts;
    for (int rank = 0; rank < world().size(); ++rank) puts.push_back(sample(Direction::put, rank));
    EXPECT_TRUE(run(puts[my_rank()].request, options, file.file()).outcome.status.ok());
    world().barrier();
    const Sample get = sample(Direction::get, world().rank());
    EXPECT_TRUE(run(get.request, options, file.file()).outcome.status.ok());
    EXPECT_EQ(get.buffers, puts[my_rank()].buffers);
}

TEST(Collective, NobodyHasAnything) {
    for (const Method method : methods_and_automatic()) {
        for (const Direction direction : {Direction::put, Direction::get}) {
            Request request;
            request.direction = direction;
            SharedFile file({});
            const auto [outcome, maximum, leaves_rewriters] =
                run(request, {.method = method}, file.file(), world().rank());
            EXPECT_TRUE(outcome.status.ok());
            EXPECT_EQ(maximum, world().size() - 1);
            EXPECT_TRUE(file.bytes().empty());
        }
    }
}

TEST(Collective, IndependentSievesAndDirectWritesKeepEachOthersBytes) {
    // Every window has holes that another rank fills at the same time.
    const int size = world().size();
    Random random(9);
    std::vector<Sample> samples;
    for (int rank = 0; rank < size; ++rank)
        samples.push_back(
            plain_sample(Direction::put, {{rank * 3, 3, {{400, 3 * size + 2}}}}, random));
    for (int turn = 0; turn < 4; ++turn) {
        const Bytes before = random.bytes(400 * (3 * size + 2));
        SharedFile file(before);
        const bool direct = world().rank() % 3 == 2;
        const Options options{.method = direct ? Method::direct : Method::sieve,
                              .sieve_write_bytes = 64 + 11 * world().rank()};
        Pace pace;
        Engine engine = engine_over(file.file(), pace, options);
        world().barrier();
        const Outcome outcome = engine.run_independent(samples[my_rank()].request);
        EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
        const bool same = file.bytes() == file_after(samples, before);
        EXPECT_TRUE(same);
        if (anywhere(!same)) break;
    }
}

/// One storage call of one rank fails: all ranks hear of it, and the next call works. Returns
/// whether the rank has come to that call.
bool fail_on(int victim, storage::FaultPlan plan, Options options, Direction direction, Code code) {
    const int size = world().size();
    Random random(10);
    const Sample mine =
        plain_sample(direction, {{world().rank() * 4, 4, {{100, 4 * size + 3}}}}, random);
    if (world().rank() != victim) plan.call = 0;
    SharedFile file(random.bytes(100 * (4 * size + 3)), plan);
    Pace pace;
    Engine engine = engine_over(file.file(), pace, options);
    const Status status = engine.run_collective(mine.request, 0).outcome.status;
    const bool happened = anywhere(file.trigger().faults() > 0);
    EXPECT_EQ(status.code(), happened ? code : Code::noerr) << name_of(options.method);
    EXPECT_TRUE(engine.run_collective(mine.request, 0).outcome.status.ok());
    return happened;
}

/// Either all ranks call storage, or one does it for all.
void fail_on_each(const Options& options) {
    for (const std::int64_t call : {1, 2, 3}) {
        int puts = 0;
        int gets = 0;
        for (int victim = 0; victim < world().size(); ++victim) {
            puts += fail_on(
                victim,
                {.operation = storage::Operation::write, .call = call, .error_number = ENOSPC},
                options, Direction::put, Code::eno_space);
            gets += fail_on(victim, {.operation = storage::Operation::read, .call = call}, options,
                            Direction::get, Code::eread);
        }
        EXPECT_TRUE(puts == world().size() || puts == 1) << name_of(options.method);
        EXPECT_TRUE(gets == world().size() || gets == 1) << name_of(options.method);
    }
}

TEST(Collective, AFailureOfOneRanksStorageIsReportedByAll) {
    Options options{.shared_memory = Choice::disable, .window_bytes = 90};
    for (const Method method : all_methods()) {
        if (!brings_ranks_together(method)) continue;
        options.method = method;
        fail_on_each(options);
    }
}

TEST(Collective, AFailureOfOneAggregatorsStorageIsReportedByAllNodes) {
    fail_on_each({.method = Method::two_phase,
                  .window_bytes = 90,
                  .aggregators = world().size(),
                  .pretended_nodes = 2});
}

}  // namespace
}  // namespace weft::engine
