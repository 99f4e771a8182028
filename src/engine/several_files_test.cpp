// SPDX-License-Identifier: BSD-3-Clause
// One call on several files leaves what calls on one file after the other leave.
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/engine.hpp"
#include "engine/plan/test_methods.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

constexpr int file_counts[] = {1, 2, 5};

struct Files {
    std::deque<SharedFile> shared;
    std::deque<Pace> paces;

    explicit Files(const std::vector<Bytes>& contents) {
        for (std::size_t i = 0; i < contents.size(); ++i)
            shared.emplace_back(contents[i], "several_files_test." + std::to_string(i));
        paces.resize(contents.size());
    }

    Engine engine(const Options& options) {
        std::vector<EngineFile> files;
        for (std::size_t i = 0; i < shared.size(); ++i)
            files.push_back({shared[i].file(), paces[i]});
        return Engine(world(), CommunicatorStates::borrow(world().handle()).value(), files,
                      options);
    }

    std::vector<Bytes> bytes() {
        std::vector<Bytes> all;
        for (SharedFile& file : shared) all.push_back(file.bytes());
        return all;
    }
};

/// A sample for each file and rank; empty if the rank does not touch the file.
using Samples = std::vector<std::vector<Sample>>;

Samples random_samples(Random& random, Direction direction, std::size_t files) {
    constexpr std::int64_t bytes = 400;
    Samples samples(files);
    for (std::vector<Sample>& ranks : samples) {
        std::vector<bool> taken(bytes);
        const bool put = direction == Direction::put;
        for (int rank = 0; rank < world().size(); ++rank) {
            if (random.one_in(3)) {
                ranks.emplace_back().request.direction = direction;
            } else {
                ranks.push_back(random_sample(random, direction,
                                              {.bytes = bytes, .taken = put ? &taken : nullptr}));
            }
        }
    }
    return samples;
}

std::vector<FileRequest> requests_of(const Samples& samples, std::size_t rank) {
    std::vector<FileRequest> requests;
    for (std::size_t file = 0; file < samples.size(); ++file) {
        const Request& request = samples[file][rank].request;
        if (!request.pieces.empty()) requests.push_back({file, &request});
    }
    return requests;
}

Options options_for(Random& random, Method method) {
    constexpr Choice choices[] = {Choice::automatic, Choice::enable, Choice::disable};
    return {.method = method,
            .sieve_write = choices[random.between(0, 2)],
            .shared_memory = choices[random.between(0, 2)],
            .window_bytes = random.between(1, 300),
            .aggregators = static_cast<int>(random.between(0, world().size())),
            .stripe_bytes = random.one_in(3) ? random.between(1, 200) : 0,
            .stripes = static_cast<int>(random.between(0, 6)),
            .stripes_behind = static_cast<int>(random.between(0, 3)),
            .is_striped = random.one_in(2),
            .pretended_nodes = static_cast<int>(random.between(0, world().size()))};
}

class SeveralFiles : public testing::TestWithParam<Method> {};

INSTANTIATE_TEST_SUITE_P(All, SeveralFiles, testing::ValuesIn(methods_and_automatic()),
                         [](const auto& method) { return std::string(name_of(method.param)); });

TEST_P(SeveralFiles, OneCallLeavesWhatOneFileAfterTheOtherDoes) {
    for (const int count : file_counts) {
        for (const std::uint64_t seed : test_seeds(12)) {
            Random random(seed);
            const auto files = static_cast<std::size_t>(count);
            const Samples puts = random_samples(random, Direction::put, files);
            const Samples gets = random_samples(random, Direction::get, files);
            std::vector<Bytes> before;
            for (std::size_t i = 0; i < files; ++i)
                before.push_back(random.bytes(random.between(0, 500)));
            Files store(before);
            Engine engine = store.engine(options_for(random, GetParam()));
            const auto put = engine.run_collective(Direction::put, requests_of(puts, my_rank()),
                                                   10 + world().rank());
            EXPECT_TRUE(put.outcome.status.ok()) << put.outcome.status.context();
            EXPECT_EQ(put.maximum, 10 + world().size() - 1);
            const std::vector<Bytes> after = store.bytes();
            const auto got = engine.run_collective(Direction::get, requests_of(gets, my_rank()), 0);
            EXPECT_TRUE(got.outcome.status.ok()) << got.outcome.status.context();
            for (std::size_t i = 0; i < files; ++i) {
                EXPECT_EQ(after[i], file_after(puts[i], before[i])) << replay_of(seed);
                const Sample& mine = gets[i][my_rank()];
                EXPECT_EQ(mine.buffers, expect(mine, after[i]).buffers) << replay_of(seed);
            }
        }
    }
}

TEST_P(SeveralFiles, RanksOnTheirOwnDoTheSame) {
    for (const std::uint64_t seed : test_seeds(12)) {
        Random random(seed);
        const Samples puts = random_samples(random, Direction::put, 3);
        const std::vector<Bytes> before(3, random.bytes(450));
        Files store(before);
        Engine engine = store.engine(options_for(random, GetParam()));
        engine.prepare_independent();
        const Outcome put = engine.run_independent(Direction::put, requests_of(puts, my_rank()));
        EXPECT_TRUE(put.status.ok()) << put.status.context();
        const std::vector<Bytes> after = store.bytes();
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(after[i], file_after(puts[i], before[i])) << replay_of(seed);
    }
}

TEST(SeveralFilesOnSeveralRanks, ASteadyCallIsKnownAgainInAllItsFiles) {
    const std::vector<Bytes> before(4, Bytes(64));
    Files store(before);
    Engine engine = store.engine({.method = Method::two_phase, .shared_memory = Choice::disable});
    Random random(1);
    std::int64_t described = 0;  // messages of the first call
    for (std::int64_t record = 0; record < 4; ++record) {
        const std::int64_t first = engine.report().messages;
        std::vector<Sample> samples;
        for (int file = 0; file < 4; ++file)
            samples.push_back(plain_sample(
                Direction::put, {{1000 * record + 16 * world().rank(), 16, {}}}, random));
        std::vector<FileRequest> requests;
        for (std::size_t file = 0; file < 4; ++file)
            requests.push_back({file, &samples[file].request});
        const auto put = engine.run_collective(Direction::put, requests, 0);
        ASSERT_TRUE(put.outcome.status.ok());
        const std::int64_t messages = engine.report().messages - first;
        if (record == 0) described = messages;
        if (record > 0 && described > 0) {
            EXPECT_LT(messages, described);
        }
    }
}

}  // namespace
}  // namespace weft::engine
