// SPDX-License-Identifier: BSD-3-Clause
// What nodes tell each other of their requests: once for all calls that repeat a pattern, as long
// as aggregators can keep what they are told. Counted in the messages of calls on a shared file.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "engine/engine.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

/// If aggregators would have to know more at a time than they may keep, every call tells them anew.
TEST(Descriptions, MoreShapesThanAggregatorsMayKnowAreDoneInSlabs) {
    const int size = world().size();
    const Bytes before(9000 * size, std::byte{0x33});
    const auto sample_of = [&](int rank, Direction direction) {
        Random random(static_cast<std::uint64_t>(rank));
        std::vector<region::Nest> nests;
        for (std::int64_t i = 0; i < 300; ++i)
            nests.emplace_back((i * size + rank) * 29, 5, region::Loops{{2 + i % 3, 8}});
        return plain_sample(direction, nests, random);
    };
    SharedFile file(before);
    Pace pace;
    Engine engine =
        engine_over(file.file(), pace,
                    {.method = Method::two_phase, .window_bytes = 100, .pretended_nodes = 2});
    Bytes expected = before;
    for (int rank = 0; rank < size; ++rank)
        expected = expect(sample_of(rank, Direction::put), expected).file;
    std::array<std::int64_t, 3> sent{};
    for (std::int64_t& bytes : sent) {
        const Sample put = sample_of(world().rank(), Direction::put);
        const std::int64_t earlier = engine.report().message_bytes;
        EXPECT_TRUE(engine.run_collective(put.request, 0).outcome.status.ok());
        bytes = engine.report().message_bytes - earlier;
    }
    EXPECT_EQ(sent[1], sent[0]);
    EXPECT_EQ(sent[2], sent[0]);
    EXPECT_TRUE(file.bytes() == expected);
    const Sample get = sample_of(world().rank(), Direction::get);
    EXPECT_TRUE(engine.run_collective(get.request, 0).outcome.status.ok());
    EXPECT_EQ(get.buffers, expect(get, expected).buffers);
}

/// A time loop: the same decomposition, record by record.
TEST(Descriptions, NodesDescribeTheirBytesOnceForAllRecords) {
    const int size = world().size();
    const std::int64_t record = 1000 * size + 37;
    const auto request_of = [&](int rank, std::int64_t index, Random& random) {
        return plain_sample(Direction::put,
                            {{50 + index * record + rank * 8, 8, {{100, 8 * size}}}}, random);
    };
    SharedFile file({});
    Pace pace;
    Engine engine =
        engine_over(file.file(), pace,
                    {.method = Method::two_phase, .window_bytes = 128, .pretended_nodes = 2});
    const auto sent = [&engine] {
        std::array sums{engine.report().messages, engine.report().message_bytes};
        world().all_reduce_sum(sums);
        return sums;
    };
    Bytes expected;
    auto before = sent();
    for (std::int64_t index = 0; index < 6; ++index) {
        Random random(static_cast<std::uint64_t>(index));
        for (int rank = 0; rank < size; ++rank) {
            const Sample sample = request_of(rank, index, random);
            expected = expect(sample, expected).file;
            if (rank != world().rank()) continue;
            EXPECT_TRUE(engine.run_collective(sample.request, 0).outcome.status.ok());
        }
        const auto after = sent();
        // Only data is sent: each byte at most once, and no empty messages.
        if (index > 0) {
            EXPECT_LE(after[1] - before[1], 800 * size);
            EXPECT_LE(after[0] - before[0], after[1] - before[1]);
        }
        if (index > 0 && size > 1) {
            EXPECT_GT(after[1], before[1]);
            const std::int64_t windows = 800 * size / 128 + 4;
            EXPECT_LE(after[0] - before[0], windows);
        }
        before = after;
    }
    EXPECT_TRUE(file.bytes() == expected);
}

}  // namespace
}  // namespace weft::engine
