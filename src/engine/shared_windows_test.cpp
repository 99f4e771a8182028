// SPDX-License-Identifier: BSD-3-Clause
// Several ranks that pass windows through memory that they share.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include "engine/engine.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

/// Ranks store side by side, so it may be anyone's.
TEST(SharedWindows, WhereRanksOverlapEachValueIsThatOfARank) {
    const int size = world().size();
    std::vector<Sample> samples;
    Random random(11);
    for (int rank = 0; rank < size; ++rank) {
        samples.push_back(plain_sample(Direction::put, {{0, 4, {{500, 8}}}}, random));
        std::ranges::fill(samples.back().buffers.front(), static_cast<std::byte>(rank + 1));
    }
    const Bytes before(4000, std::byte{0x77});
    SharedFile file(before);
    const Options options{.method = Method::two_phase, .window_bytes = 90};
    EXPECT_TRUE(run(samples[my_rank()].request, options, file.file()).outcome.status.ok());
    const Bytes after = file.bytes();
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (i % 8 >= 4) {
            EXPECT_EQ(after[i], before[i]) << "hole at " << i;
        } else {
            EXPECT_TRUE(after[i] >= std::byte{1} && after[i] <= static_cast<std::byte>(size));
        }
    }
}

TEST(SharedWindows, RanksMayInterleaveByteByByteInWindowsOfOneByte) {
    Random random(7);
    std::vector<Sample> samples;
    for (int rank = 0; rank < world().size(); ++rank)
        samples.push_back(
            plain_sample(Direction::put, {{rank, 1, {{50, world().size()}}}}, random));
    for (const std::int64_t window : {1, 2, 3, 50, 10'000}) {
        SharedFile file({});
        const Options options{.method = Method::two_phase, .window_bytes = window};
        EXPECT_TRUE(run(samples[my_rank()].request, options, file.file()).outcome.status.ok());
        EXPECT_EQ(file.bytes(), file_after(samples, {}));
    }
}

/// Every second rank in the first part of the file, the others in the second, side by side there.
std::vector<Sample> samples_of_two_parts(Direction direction, std::int64_t hole) {
    constexpr std::int64_t run = 5;
    constexpr std::int64_t runs = 40;
    const int size = world().size();
    Random random(3);
    std::vector<Sample> samples;
    std::array<std::int64_t, 2> begins = {3, 3 + runs * ((size + 1) / 2 * run + hole)};
    for (int rank = 0; rank < size; ++rank) {
        const std::int64_t pitch = (size + 1 - rank % 2) / 2 * run + hole;
        std::int64_t& begin = begins[static_cast<std::size_t>(rank % 2)];
        samples.push_back(plain_sample(direction, {{begin, run, {{runs, pitch}}}}, random));
        begin += run;
    }
    return samples;
}

TEST(SharedWindows, PartsOfTheFileMayBelongToDifferentRanks) {
    for (const std::int64_t hole : {0, 3, 90}) {
        for (const Choice rewriting : {Choice::disable, Choice::enable}) {
            for (const std::int64_t window : {1, 7, 16, 100, 1000}) {
                const auto samples = samples_of_two_parts(Direction::put, hole);
                const Bytes before(9000, std::byte{0x5A});
                const Options options{
                    .method = Method::two_phase, .sieve_write = rewriting, .window_bytes = window};
                SharedFile file(before);
                EXPECT_TRUE(
                    run(samples[my_rank()].request, options, file.file()).outcome.status.ok());
                const Bytes after = file_after(samples, before);
                EXPECT_TRUE(file.bytes() == after) << "hole " << hole << ", window " << window;
                const auto gets = samples_of_two_parts(Direction::get, hole);
                const Sample& get = gets[my_rank()];
                EXPECT_TRUE(run(get.request, options, file.file()).outcome.status.ok());
                EXPECT_EQ(get.buffers, expect(get, after).buffers);
            }
        }
    }
}

/// Two runs of each rank, with many windows between the first ones and the second ones.
std::vector<Sample> samples_far_apart(Direction direction, std::int64_t between) {
    Random random(5);
    std::vector<Sample> samples;
    for (int rank = 0; rank < world().size(); ++rank)
        samples.push_back(plain_sample(direction, {{8 * rank, 4, {{2, between}}}}, random));
    return samples;
}

TEST(SharedWindows, WindowsInWhichNobodyHasBytesAreNeitherReadNorWritten) {
    constexpr std::int64_t window = 1000;
    constexpr std::int64_t between = 10'000 * window;
    for (const Choice rewriting : {Choice::disable, Choice::automatic, Choice::enable}) {
        const Options options{
            .method = Method::two_phase, .sieve_write = rewriting, .window_bytes = window};
        const auto puts = samples_far_apart(Direction::put, between);
        SharedFile file({});
        Pace pace;
        Engine engine = engine_over(file.file(), pace, options);
        EXPECT_TRUE(engine.run_collective(puts[my_rank()].request, 0).outcome.status.ok());
        EXPECT_TRUE(file.bytes() == file_after(puts, {}));
        const auto gets = samples_far_apart(Direction::get, between);
        const Sample& get = gets[my_rank()];
        EXPECT_TRUE(engine.run_collective(get.request, 0).outcome.status.ok());
        EXPECT_EQ(get.buffers, expect(get, file_after(puts, {})).buffers);
        std::array moved{engine.report().written_bytes, engine.report().read_bytes};
        world().all_reduce_sum(moved);
        EXPECT_LE(moved[0], 2 * window);
        EXPECT_LE(moved[1], 4 * window);
    }
}

/// It is a matter of chance which rank moves a shared window, so the storage of each rank fails
/// once. The bytes between those of the ranks must stay.
void fail_in_shared_windows(storage::FaultPlan plan, Direction direction, Code code) {
    const int size = world().size();
    const std::int64_t row = 4 * size + 3;
    const Bytes old = Random(12).bytes(100 * row);
    Random random(10);
    const Sample mine = plain_sample(direction, {{world().rank() * 4, 4, {{100, row}}}}, random);
    SharedFile file(old, plan);
    const Options options{.method = Method::two_phase, .window_bytes = 90};
    Pace pace;
    Engine engine = engine_over(file.file(), pace, options);
    std::int64_t before = 0;
    for (int call = 0; call < 3 * size; ++call) {
        const Status status = engine.run_collective(mine.request, 0).outcome.status;
        std::array after{file.trigger().faults()};
        world().all_reduce_sum(after);
        EXPECT_EQ(status.code(), after[0] > before ? code : Code::noerr);
        before = after[0];
    }
    EXPECT_GT(before, 0);
    const Bytes left = file.bytes();
    for (std::int64_t i = 0; i < std::ssize(old); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (i % row >= 4 * size) {
            EXPECT_EQ(left[at], old[at]) << "hole at " << i;
        }
    }
}

TEST(SharedWindows, AFailureIsReportedByAll) {
    for (const std::int64_t call : {1, 2, 3}) {
        fail_in_shared_windows(
            {.operation = storage::Operation::write, .call = call, .error_number = ENOSPC},
            Direction::put, Code::eno_space);
        for (const Direction direction : {Direction::put, Direction::get})
            fail_in_shared_windows({.operation = storage::Operation::read, .call = call}, direction,
                                   Code::eread);
    }
}

}  // namespace
}  // namespace weft::engine
