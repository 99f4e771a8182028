// SPDX-License-Identifier: BSD-3-Clause
// One rank, a file in memory: every method leaves the bytes that the model says, and no others.
#include "engine/methods/methods.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/engine.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/twophase/two_phase.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::engine {
namespace {

struct Way {
    const char* name;
    Method method;
    Choice rewriting = Choice::automatic;
    Neighbours neighbours = Neighbours::none;
};

void PrintTo(const Way& way, std::ostream* out) {
    *out << way.name;
}

const Way ways[] = {
    {"Direct", Method::direct},
    {"DirectBesideNeighbours", Method::direct, Choice::automatic, Neighbours::possible},
    {"Sieve", Method::sieve},
    {"SieveRewriting", Method::sieve, Choice::enable},
    {"SieveNotRewriting", Method::sieve, Choice::disable},
    {"SieveBesideNeighbours", Method::sieve, Choice::enable, Neighbours::possible},
    {"SieveNotRewritingBesideNeighbours", Method::sieve, Choice::disable, Neighbours::possible},
    {"TwoPhase", Method::two_phase},
    {"TwoPhaseNotRewriting", Method::two_phase, Choice::disable},
    {"Reference", Method::reference},
};

/// Runs one method in windows of a size.
Outcome run(const Way& way, const Request& request, std::int64_t window_bytes, storage::File& file,
            Report& report) {
    Options options;
    options.sieve_write = way.rewriting;
    options.window_bytes = options.sieve_read_bytes = options.sieve_write_bytes = window_bytes;
    Pace pace;
    const CostModel& cost = pace.cost;
    Staging staging;
    Channel channel(file, report, pace, staging);
    RewriteLease lease(nullptr, channel);
    const MethodContext context{.channel = channel,
                                .options = options,
                                .cost = cost,
                                .lease = lease,
                                .neighbours = way.neighbours};
    const mpi::Comm self = mpi::Comm::self();
    if (way.method == Method::direct) return run_direct(request, context);
    if (way.method == Method::sieve) return run_sieve(request, context);
    if (way.method == Method::reference) return run_reference(request, context, self.view());
    const Summary mine{.begin = request.begin(),
                       .end = request.end(),
                       .bytes = request.bytes(),
                       .runs = request.runs()};
    if (mine.bytes == 0) return {};
    options.method = Method::two_phase;
    const Plan plan = plan_collective(request.direction, totals_of(mine), options, cost);
    twophase::FilePattern pattern{.mine = mine, .all = totals_of(mine)};
    twophase::NodeExchange node_exchange =
        twophase::NodeExchange::create(self.view(), mpi::nodes_in_blocks(1, 1, 0));
    const FileCall call{.request = request, .context = context, .plan = plan, .pattern = &pattern};
    return run_two_phase(std::span(&call, 1), node_exchange, self.view());
}

/// A file of these bytes.
class FileOf {
public:
    explicit FileOf(const Bytes& bytes)
        : file_(storage::opened(store_, "file", storage::to_create)) {
        EXPECT_TRUE(file_->write_at(0, bytes).ok());
    }
    [[nodiscard]] storage::File& file() { return *file_; }
    [[nodiscard]] Bytes bytes() {
        Bytes bytes(static_cast<std::size_t>(file_->size().value()));
        EXPECT_EQ(file_->read_at(0, bytes).value(), std::ssize(bytes));
        return bytes;
    }

private:
    storage::MemoryStore store_;
    std::unique_ptr<storage::File> file_;
};

class MethodsOfWay : public testing::TestWithParam<Way> {};

INSTANTIATE_TEST_SUITE_P(All, MethodsOfWay, testing::ValuesIn(ways),
                         [](const auto& way) { return std::string(way.param.name); });

std::int64_t random_window(Random& random) {
    return random.between(1, random.one_in(2) ? 9 : 900);
}

TEST_P(MethodsOfWay, PutsLeaveTheModelsBytes) {
    for (const std::uint64_t seed : test_seeds(300)) {
        Random random(seed);
        // If pieces of one request overlap, the later piece wins.
        std::vector<bool> taken(600);
        const bool disjoint = !random.one_in(4);
        const Sample sample =
            random_sample(random, Direction::put, {.taken = disjoint ? &taken : nullptr});
        const Bytes before = random.bytes(random.between(0, 700));
        const Expected expected = expect(sample, before);
        // Sieving takes the pieces window by window, and within a window in their order.
        FileOf file(before);
        Report report;
        const Outcome outcome =
            run(GetParam(), sample.request, random_window(random), file.file(), report);
        ASSERT_TRUE(outcome.status.ok()) << outcome.status.context();
        ASSERT_EQ(file.bytes(), expected.file) << replay_of(seed);
        ASSERT_EQ(outcome.all_in_range, expected.all_in_range) << replay_of(seed);
        ASSERT_EQ(sample.buffers, expected.buffers) << "a put leaves the memory alone";
        if (GetParam().neighbours == Neighbours::none) {
            ASSERT_EQ(report.locks, 0);
        }
    }
}

TEST_P(MethodsOfWay, GetsDeliverTheModelsValues) {
    for (const std::uint64_t seed : test_seeds(300)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::get, {});
        const Bytes bytes = random.bytes(random.between(0, 700));
        const Expected expected = expect(sample, bytes);
        FileOf file(bytes);
        Report report;
        const Outcome outcome =
            run(GetParam(), sample.request, random_window(random), file.file(), report);
        ASSERT_TRUE(outcome.status.ok()) << outcome.status.context();
        ASSERT_EQ(sample.buffers, expected.buffers) << replay_of(seed);
        ASSERT_EQ(outcome.all_in_range, expected.all_in_range) << replay_of(seed);
        ASSERT_EQ(file.bytes(), bytes) << "a get leaves the file alone";
        ASSERT_EQ(report.locks, 0) << "gets need no locks";
    }
}

TEST_P(MethodsOfWay, NothingToDoTouchesNothing) {
    for (const Direction direction : {Direction::put, Direction::get}) {
        FileOf file({});
        Report report;
        Request request;
        request.direction = direction;
        EXPECT_TRUE(run(GetParam(), request, 100, file.file(), report).status.ok());
        EXPECT_EQ(report.reads + report.writes + report.locks, 0);
    }
}

TEST_P(MethodsOfWay, LongRunsComeInPiecesOfTheStagingBuffer) {
    Random random(5);
    const std::vector<region::Nest> files = {{100, 700'001, {}},
                                             {900'000, 300'000, {{2, 400'000}}}};
    const Sample put = plain_sample(Direction::put, files, random);
    const Expected expected = expect(put, {});
    FileOf file({});
    Report report;
    ASSERT_TRUE(run(GetParam(), put.request, 1 << 18, file.file(), report).status.ok());
    EXPECT_EQ(file.bytes(), expected.file);
    const Sample get = plain_sample(Direction::get, files, random);
    ASSERT_TRUE(run(GetParam(), get.request, 1 << 18, file.file(), report).status.ok());
    EXPECT_EQ(get.buffers, put.buffers);
}

TEST_P(MethodsOfWay, OffsetsBehindFourGibibytesStayExact) {
    const std::int64_t base = (std::int64_t{1} << 40) + 12345;
    Random random(6);
    const Sample put = plain_sample(Direction::put, {{base, 5, {{40, 11}}}}, random);
    FileOf file({});
    Report report;
    ASSERT_TRUE(run(GetParam(), put.request, 64, file.file(), report).status.ok());
    EXPECT_EQ(file.file().size().value(), put.request.end());
    const Sample get = plain_sample(Direction::get, {{base, 5, {{40, 11}}}}, random);
    ASSERT_TRUE(run(GetParam(), get.request, 64, file.file(), report).status.ok());
    EXPECT_EQ(get.buffers, put.buffers);
}

}  // namespace
}  // namespace weft::engine
