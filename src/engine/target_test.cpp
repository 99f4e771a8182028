// SPDX-License-Identifier: BSD-3-Clause
// Calls to a space that a target keeps in units: they leave the bytes that calls to a file leave,
// and the target meets nothing but whole units, each of which is one rank's.
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/engine.hpp"
#include "engine/plan/test_methods.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/test_calls_of_ranks.hpp"
#include "engine/test_inverted_target.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

using Step = InvertedTarget::Step;

/// A space, and where in it requests to 600 bytes begin.
struct UnitCase {
    std::int64_t unit = 1;
    std::int64_t units = 0;
    std::int64_t begin = 0;

    static UnitCase of(Random& random) {
        constexpr std::int64_t units_of_tests[] = {1, 2, 3, 8, 64, 100, 250, 4096};
        UnitCase made;
        made.unit = units_of_tests[random.between(0, std::ssize(units_of_tests) - 1)];
        made.begin = random.between(0, 2 * made.unit);
        made.units = (made.begin + 600 + made.unit - 1) / made.unit + 1;
        return made;
    }
};

Engine engine_over_target(InvertedTarget& target, std::int64_t unit, Pace& pace,
                          const Options& options) {
    const EngineFile only{target, unit, pace};
    return Engine(world(), CommunicatorStates::borrow(world().handle()).value(),
                  std::span(&only, 1), options);
}

std::int64_t sum_of_ranks(std::int64_t mine) {
    std::array sum{mine};
    world().all_reduce_sum(sum);
    return sum[0];
}

class TargetByMethod : public testing::TestWithParam<Method> {};

INSTANTIATE_TEST_SUITE_P(All, TargetByMethod, testing::ValuesIn(methods_and_automatic()),
                         [](const auto& method) { return std::string(name_of(method.param)); });

TEST_P(TargetByMethod, CollectiveCallsLeaveTheModelsBytes) {
    for (const std::uint64_t seed : test_seeds(25)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const UnitCase given = UnitCase::of(random);
        InvertedTarget target(random.bytes(random.between(0, given.unit * given.units)), given.unit,
                              given.units);
        if (random.one_in(2)) target.take_turns(random.between(1, 200));
        Pace pace;
        Engine engine =
            engine_over_target(target, given.unit, pace, random_options(random, GetParam()));
        for (int round = 0; round < 3; ++round) {
            const std::vector<Sample> puts =
                samples_of_ranks(random, Direction::put, Overlap::none, given.begin);
            const std::vector<Sample> gets = samples_of_ranks(
                random, Direction::get, Overlap::within_and_between_ranks, given.begin);
            const Bytes before = target.bytes();
            const Outcome put = engine.run_collective(puts[my_rank()].request, 0).outcome;
            EXPECT_TRUE(put.status.ok()) << put.status.context();
            EXPECT_EQ(put.all_in_range, expect(puts[my_rank()], before).all_in_range);
            const Bytes after = target.bytes();
            const bool same = after == file_after(puts, before);
            EXPECT_TRUE(same);
            const Sample& mine = gets[my_rank()];
            const Expected expected = expect(mine, after);
            const Outcome got = engine.run_collective(mine.request, 0).outcome;
            EXPECT_TRUE(got.status.ok()) << got.status.context();
            EXPECT_EQ(got.all_in_range, expected.all_in_range);
            EXPECT_EQ(mine.buffers, expected.buffers);
            EXPECT_EQ(target.bytes(), after);
            if (anywhere(testing::Test::HasFailure())) return;
        }
    }
}

/// Puts of all ranks that set the first `within` bytes of each unit, in turn.
std::vector<Sample> puts_of_whole_units(Random& random, std::int64_t unit, std::int64_t within,
                                        std::int64_t units) {
    std::vector<std::vector<region::Nest>> runs(static_cast<std::size_t>(world().size()));
    const std::int64_t longest = random.between(within / 40 + 1, 2 * within);
    for (std::int64_t n = 0; n < units; ++n) {
        for (std::int64_t begin = 0; begin < within;) {
            const std::int64_t length =
                std::min(random.between(longest / 2 + 1, longest), within - begin);
            const auto rank = static_cast<std::size_t>(random.between(0, world().size() - 1));
            runs[rank].push_back({n * unit + begin, length, {}});
            begin += length;
        }
    }
    std::vector<Sample> puts;
    for (const std::vector<region::Nest>& mine : runs)
        puts.push_back(plain_sample(Direction::put, mine, random));
    return puts;
}

/// Puts complete units together, as the ranks of a node do in windows of shared memory.
TEST_P(TargetByMethod, PutsThatCompleteUnitsLeaveTheModelsBytes) {
    for (const std::uint64_t seed : test_seeds(25)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const std::int64_t unit = random.between(1, random.one_in(4) ? 5000 : 100);
        const std::int64_t within = random.one_in(2) ? unit : random.between((unit + 2) / 3, unit);
        const std::int64_t units = random.between(1, 20);
        InvertedTarget target(random.bytes(unit * units), unit, units);
        target.end_units_at(within);
        if (random.one_in(2)) target.take_turns(random.between(1, 3 * unit));
        Pace pace;
        Engine engine = engine_over_target(target, unit, pace, random_options(random, GetParam()));
        for (int round = 0; round < 3; ++round) {
            const std::vector<Sample> puts = puts_of_whole_units(random, unit, within, units);
            const Bytes before = target.bytes();
            const Outcome put = engine.run_collective(puts[my_rank()].request, 0).outcome;
            EXPECT_TRUE(put.status.ok()) << put.status.context();
            EXPECT_TRUE(target.bytes() == file_after(puts, before));
            if (anywhere(testing::Test::HasFailure())) return;
        }
    }
}

/// They bring as many bytes as units have, and do not complete them.
TEST_P(TargetByMethod, RanksThatPutTheSameBytesLeaveTheRest) {
    for (const std::uint64_t seed : test_seeds(10)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const std::int64_t ranks = world().size();
        const std::int64_t unit = ranks * random.between(1, 50);
        const std::int64_t units = ranks + random.between(0, 5);
        InvertedTarget target(random.bytes(unit * units), unit, units);
        Pace pace;
        Engine engine = engine_over_target(target, unit, pace, random_options(random, GetParam()));
        const Sample put =
            plain_sample(Direction::put, {{0, unit / ranks, {{units, unit}}}}, random);
        const Bytes before = target.bytes();
        EXPECT_TRUE(engine.run_collective(put.request, 0).outcome.status.ok());
        EXPECT_TRUE(target.bytes() == expect(put, before).file);
    }
}

/// One call may go to a file and to a target, each with its own method.
TEST_P(TargetByMethod, StandsBesideAFile) {
    for (const std::uint64_t seed : test_seeds(15)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const UnitCase given = UnitCase::of(random);
        const Bytes before = random.bytes(700);
        SharedFile file(before);
        InvertedTarget target(before, given.unit, given.units);
        const Bytes before_in_target = target.bytes();
        std::array<Pace, 2> paces;
        const std::vector<EngineFile> spaces = {{file.file(), paces[0]},
                                                {target, given.unit, paces[1]}};
        Engine engine(world(), CommunicatorStates::borrow(world().handle()).value(), spaces,
                      random_options(random, GetParam()));
        const auto call = [&](const Request& first, const Request& second) {
            std::vector<FileRequest> requests;
            if (!first.pieces.empty()) requests.push_back({0, &first});
            if (!second.pieces.empty()) requests.push_back({1, &second});
            const Outcome outcome = engine.run_collective(first.direction, requests, 0).outcome;
            EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
        };
        const std::vector<Sample> to_file = samples_of_ranks(random, Direction::put, Overlap::none);
        const std::vector<Sample> to_target =
            samples_of_ranks(random, Direction::put, Overlap::none, given.begin);
        call(to_file[my_rank()].request, to_target[my_rank()].request);
        const Bytes bytes_of_file = file.bytes();
        EXPECT_EQ(bytes_of_file, file_after(to_file, before));
        EXPECT_EQ(target.bytes(), file_after(to_target, before_in_target));
        const std::vector<Sample> from_file =
            samples_of_ranks(random, Direction::get, Overlap::within_and_between_ranks);
        const std::vector<Sample> from_target = samples_of_ranks(
            random, Direction::get, Overlap::within_and_between_ranks, given.begin);
        call(from_file[my_rank()].request, from_target[my_rank()].request);
        EXPECT_EQ(from_file[my_rank()].buffers,
                  expect(from_file[my_rank()], bytes_of_file).buffers);
        EXPECT_EQ(from_target[my_rank()].buffers,
                  expect(from_target[my_rank()], target.bytes()).buffers);
        if (anywhere(testing::Test::HasFailure())) return;
    }
}

TEST_P(TargetByMethod, RanksReadOnTheirOwnAndWriteTogether) {
    Random random(3);
    constexpr std::int64_t unit = 64;
    InvertedTarget target(random.bytes(800), unit, 20);
    Pace pace;
    Engine engine = engine_over_target(target, unit, pace, random_options(random, GetParam()));
    const Bytes before = target.bytes();
    for (int round = 0; round < 10; ++round) {
        const Sample get = random_sample(random, Direction::get, {.bytes = 700});
        EXPECT_TRUE(engine.run_independent(get.request).status.ok());
        EXPECT_EQ(get.buffers, expect(get, before).buffers);
    }
    const Sample put = plain_sample(Direction::put, {{70, 30, {}}, {200, 128, {}}}, random);
    const Status status = engine.run_independent(put.request).status;
    if (world().size() > 1) {
        EXPECT_EQ(status.code(), Code::enotsupport);
        EXPECT_EQ(target.bytes(), before);
    } else {
        EXPECT_TRUE(status.ok()) << status.context();
        EXPECT_EQ(target.bytes(), expect(put, before).file);
    }
}

constexpr std::int64_t page_unit = 4096;

/// The numbers of units that one put of all ranks has loaded and stored.
std::array<std::int64_t, 2> moved_by(InvertedTarget& target, const Sample& mine,
                                     const Options& options) {
    const std::array before{target.loaded_units(), target.stored_units()};
    Pace pace;
    Engine engine = engine_over_target(target, page_unit, pace, options);
    EXPECT_TRUE(engine.run_collective(mine.request, 0).outcome.status.ok());
    return {sum_of_ranks(target.loaded_units() - before[0]),
            sum_of_ranks(target.stored_units() - before[1])};
}

TEST(TargetUnits, OnlyThoseThatAPutChangesInPartAreLoaded) {
    const std::int64_t ranks = world().size();
    const std::int64_t rank = world().rank();
    using Moved = std::array<std::int64_t, 2>;
    Random random(my_rank());
    InvertedTarget target({}, page_unit, 4 * ranks);
    for (const std::int64_t window : {std::int64_t{1}, 3 * page_unit + 7, std::int64_t{1} << 20}) {
        const Options options{
            .window_bytes = window, .sieve_read_bytes = window, .sieve_write_bytes = window};
        const auto moved = [&](const std::vector<region::Nest>& nests) {
            return moved_by(target, plain_sample(Direction::put, nests, random), options);
        };
        // Two units of each rank, side by side.
        EXPECT_EQ(moved({{2 * rank * page_unit, 2 * page_unit, {}}}), Moved({0, 2 * ranks}));
        // Cells of all ranks in turn: together they cover two units for each rank.
        const std::int64_t cells = 2 * page_unit / 8;
        EXPECT_EQ(moved({{8 * rank, 8, {{cells, 8 * ranks}}}}), Moved({0, 2 * ranks}));
        // The middle of a unit of each rank.
        EXPECT_EQ(moved({{rank * page_unit + 1000, 100, {}}}), Moved({ranks, ranks}));
        // A unit, and one more byte on either side. Nobody touches the one in between.
        EXPECT_EQ(moved({{4 * rank * page_unit + page_unit - 1, page_unit + 2, {}}}),
                  Moved({2 * ranks, 3 * ranks}));
    }
}

/// How often all ranks finish does not depend on how much one of them puts.
TEST(TargetUnits, LongPutsAreFinishedInTurns) {
    const std::int64_t rank = world().rank();
    Random random(my_rank());
    InvertedTarget target({}, page_unit, 9 * world().size());
    target.take_turns(2 * page_unit);
    const auto finishes = [&](const std::vector<region::Nest>& nests) {
        const std::int64_t before = target.finishes();
        moved_by(target, plain_sample(Direction::put, nests, random), {.window_bytes = 1});
        return target.finishes() - before;
    };
    std::vector<region::Nest> units;
    for (std::int64_t unit = 0; unit < (rank == 0 ? 9 : 1); ++unit)
        units.push_back({(9 * rank + unit) * page_unit, page_unit, {}});
    EXPECT_EQ(finishes(units), 5);
    const std::int64_t first = 7 * rank * page_unit + 1;
    EXPECT_EQ(finishes({{first, 7 * page_unit, {}}}), 4);
}

/// One step of one rank's target fails: all ranks hear of it, and the next call works.
void fail_on_target(int victim, Step step, int n, Direction direction) {
    constexpr std::int64_t unit = 64;
    const std::int64_t ranks = world().size();
    const std::int64_t pitch = 8 * ranks + 3;
    Random random(my_rank());
    const Sample mine = plain_sample(direction, {{8 * world().rank(), 4, {{100, pitch}}}}, random);
    InvertedTarget target({}, unit, 100 * pitch / unit + 1);
    if (world().rank() == victim) target.fail(step, n);
    Pace pace;
    Engine engine = engine_over_target(
        target, unit, pace,
        {.window_bytes = unit, .sieve_read_bytes = unit, .sieve_write_bytes = unit});
    const Status status = engine.run_collective(mine.request, 0).outcome.status;
    const bool is_taken =
        direction == Direction::put ? step != Step::finish || n == 1 : step == Step::load;
    EXPECT_EQ(anywhere(target.failures() > 0), is_taken);
    EXPECT_EQ(status.ok(), !is_taken) << status.context();
    EXPECT_EQ(target.finishes(), direction == Direction::put ? 1 : 0);
    EXPECT_TRUE(engine.run_collective(mine.request, 0).outcome.status.ok() ||
                (step == Step::finish && n == 2));
}

TEST(TargetUnits, AFailureOfOneRanksTargetIsReportedByAll) {
    for (int victim = 0; victim < world().size(); ++victim)
        for (const Step step : {Step::load, Step::store, Step::finish})
            for (const int n : {1, 2, 5})
                for (const Direction direction : {Direction::put, Direction::get})
                    fail_on_target(victim, step, n, direction);
}

}  // namespace
}  // namespace weft::engine
