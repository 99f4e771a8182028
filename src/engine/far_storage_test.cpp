// SPDX-License-Identifier: BSD-3-Clause
// Storage that is far away: strided requests reach it as shapes, and no rank leaves a call before
// all know how the writes went that were left to it.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/engine.hpp"
#include "engine/plan/test_methods.hpp"
#include "engine/test_shared_file.hpp"
#include "storage/forwarding_file.hpp"
#include "storage/shape_runs.hpp"

namespace weft::engine {
namespace {

/// Refuses everything but shapes.
class ShapesFile final : public storage::ForwardingFile {
public:
    using ForwardingFile::ForwardingFile;

    Result<std::int64_t> read_at(std::int64_t, std::span<std::byte>) override { return refusal(); }
    Status write_at(std::int64_t, std::span<const std::byte>) override { return refusal(); }
    Status write_soon(std::int64_t, std::span<const std::byte>) override { return refusal(); }
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override {
        ++shapes;
        return storage::write_runs(inner(), shape, from, packed);
    }
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed) override {
        ++shapes;
        return storage::read_runs(inner(), shape, from, packed);
    }

    std::int64_t shapes = 0;

private:
    static Status refusal() { return {Code::enotsupport, "only shapes"}; }
};

/// Stores nothing before settle(), or before a call that would miss it.
class PostingFile final : public storage::ForwardingFile {
public:
    using ForwardingFile::ForwardingFile;

    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override {
        return post([this, offset, kept = Bytes(bytes.begin(), bytes.end())] {
            return inner().write_at(offset, kept);
        });
    }
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override {
        return post([this, shape, from, kept = Bytes(packed.begin(), packed.end())] {
            return inner().write_shape(shape, from, kept);
        });
    }
    Status settle() override {
        store();
        return std::exchange(failure_, {});
    }

    bool fails = false;  // every write that is left to it
    std::int64_t posted = 0;

private:
    Result<storage::File*> reach() override {
        store();
        return &inner();
    }
    Status post(std::function<Status()> write) {
        ++posted;
        writes_.push_back(std::move(write));
        return {};
    }
    void store() {
        for (const auto& write : writes_)
            failure_.keep_first(fails ? Status(Code::ewrite, "lost on the way") : write());
        writes_.clear();
    }

    std::vector<std::function<Status()>> writes_;
    Status failure_;
};

Pace far_away(bool prefers_shapes) {
    Pace pace;
    pace.cost.round_trip = 1e-3;
    pace.cost.prefers_shapes = prefers_shapes;
    return pace;
}

/// Every rank's own engine on its own handle of a file that all share.
template <class Wrapped>
struct FarFile {
    FarFile(const Bytes& bytes, const Options& options, bool prefers_shapes)
        : shared(bytes),
          file(shared.file()),
          pace(far_away(prefers_shapes)),
          engine(engine_over(file, pace, options)) {}
    SharedFile shared;
    Wrapped file;
    Pace pace;
    Engine engine;
};

/// Requests of all ranks that do not overlap.
std::vector<Sample> samples_of_ranks(Random& random, Direction direction) {
    std::vector<bool> taken(600);
    std::vector<Sample> samples;
    for (int rank = 0; rank < world().size(); ++rank)
        samples.push_back(random_sample(random, direction,
                                        {.taken = direction == Direction::put ? &taken : nullptr}));
    return samples;
}

TEST(FarStorage, StridedPutsReachItAsShapes) {
    for (const std::uint64_t seed : test_seeds(25)) {
        Random random(seed);
        const std::vector<Sample> samples = samples_of_ranks(random, Direction::put);
        const Bytes before = random.bytes(random.between(0, 700));
        for (const bool is_collective : {false, true}) {
            FarFile<ShapesFile> far(before, {.method = Method::direct}, true);
            const Request& mine = samples[my_rank()].request;
            const Outcome put = is_collective ? far.engine.run_collective(mine, 0).outcome
                                              : far.engine.run_independent(mine);
            ASSERT_TRUE(put.status.ok()) << put.status.context();
            EXPECT_EQ(far.file.shapes, std::ssize(mine.pieces)) << "of a piece, in one call";
            ASSERT_EQ(far.shared.bytes(), file_after(samples, before)) << replay_of(seed);
        }
    }
}

TEST(FarStorage, StridedGetsReachItAsShapes) {
    for (const std::uint64_t seed : test_seeds(25)) {
        Random random(seed);
        const std::vector<Sample> samples = samples_of_ranks(random, Direction::get);
        const Bytes before = random.bytes(random.between(0, 700));
        const Sample& mine = samples[my_rank()];
        const Expected expected = expect(mine, before);
        FarFile<ShapesFile> far(before, {}, true);
        const Outcome got = far.engine.run_independent(mine.request);
        ASSERT_TRUE(got.status.ok()) << got.status.context();
        EXPECT_EQ(far.file.shapes, std::ssize(mine.request.pieces)) << "of a piece, in one call";
        ASSERT_EQ(mine.buffers, expected.buffers) << replay_of(seed);
        world().barrier();  // before the file is gone
    }
}

TEST(FarStorage, LongShapesAreMovedInParts) {
    Random random(1);
    const std::int64_t run = 1000;
    const std::int64_t runs = 3 * shape_call_bytes / run;
    const Sample sample = plain_sample(
        Direction::put, {{run * world().rank(), run, {{runs, run * world().size()}}}}, random);
    FarFile<ShapesFile> far({}, {}, true);
    ASSERT_TRUE(far.engine.run_independent(sample.request).status.ok());
    EXPECT_EQ(far.file.shapes, 3);
    const Bytes bytes = far.shared.bytes();
    for (std::int64_t i = 0; i < runs; ++i) {
        const auto at = bytes.begin() + run * (i * world().size() + world().rank());
        ASSERT_TRUE(std::equal(at, at + run, sample.buffers[0].begin() + i * run)) << i;
    }
}

class FarStorageByMethod : public testing::TestWithParam<Method> {};

INSTANTIATE_TEST_SUITE_P(All, FarStorageByMethod, testing::ValuesIn(methods_and_automatic()),
                         [](const auto& method) { return std::string(name_of(method.param)); });

Options options_of_far_storage(Random& random, Method method) {
    return {.method = method,
            .shared_memory = random.one_in(2) ? Choice::automatic : Choice::disable,
            .window_bytes = random.between(1, 300),
            .sieve_write_bytes = random.between(1, 300)};
}

TEST_P(FarStorageByMethod, CallsEndWhenAllIsStored) {
    for (const std::uint64_t seed : test_seeds(25)) {
        Random random(seed);
        const std::vector<Sample> samples = samples_of_ranks(random, Direction::put);
        const Bytes before = random.bytes(random.between(0, 700));
        const Options options = options_of_far_storage(random, GetParam());
        FarFile<PostingFile> far(before, options, random.one_in(2));
        const Outcome put = far.engine.run_collective(samples[my_rank()].request, 0).outcome;
        ASSERT_TRUE(put.status.ok()) << put.status.context();
        ASSERT_EQ(far.shared.bytes(), file_after(samples, before)) << replay_of(seed);
    }
}

TEST_P(FarStorageByMethod, EveryRankHearsOfWritesThatWereLost) {
    // With the other methods each rank makes its own writes, and only hears of their failures.
    const bool together = brings_ranks_together(GetParam());
    std::int64_t failures = 0;
    for (const std::uint64_t seed : test_seeds(100)) {
        Random random(seed);
        const std::vector<Sample> samples = samples_of_ranks(random, Direction::put);
        const Options options = options_of_far_storage(random, GetParam());
        FarFile<PostingFile> far({}, options, random.one_in(2));
        far.file.fails = true;
        const Outcome put = far.engine.run_collective(samples[my_rank()].request, 0).outcome;
        const bool lost = far.file.posted > 0;
        const bool lost_anywhere = anywhere(lost);
        if (lost || (together && lost_anywhere)) {
            EXPECT_EQ(put.status.code(), Code::ewrite) << replay_of(seed);
        }
        if (!lost_anywhere) {
            EXPECT_TRUE(put.status.ok()) << replay_of(seed);
        }
        failures += put.status.ok() ? 0 : 1;
        EXPECT_TRUE(far.file.settle().ok()) << "told before";
        world().barrier();  // before the file is gone
    }
    EXPECT_TRUE(anywhere(failures > 0)) << "nothing was left to storage";
}

}  // namespace
}  // namespace weft::engine
