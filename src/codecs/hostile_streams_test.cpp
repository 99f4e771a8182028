// SPDX-License-Identifier: BSD-3-Clause
// Streams that are cut or changed anywhere: a failure with a message, or a chunk, and no byte
// beside what is given is touched.
#include <gtest/gtest.h>

#include "base/test_seeds.hpp"
#include "codecs/test_chunks.hpp"

namespace weft::codecs {
namespace {

constexpr std::size_t chunk_bytes = 400;

std::vector<std::vector<Filter>> all_pipelines() {
    std::vector<std::vector<Filter>> pipelines;
    for (const int id : {1, 2, 3, 4, 307, 32000, 32001, 32004, 32015})
        pipelines.push_back({usual_filter(id, 4)});
    pipelines.push_back({usual_filter(2, 4), usual_filter(1, 4), usual_filter(3, 4)});
    pipelines.push_back({usual_filter(3, 4), usual_filter(32015, 4)});
    pipelines.push_back({usual_filter(1, 4), usual_filter(32004, 4)});
    return pipelines;
}

/// Judges one stream with buffers against forbidden pages on the one side and on the other.
class Judge {
public:
    explicit Judge(std::vector<Filter> filters)
        : pipeline_(pipeline_for(std::move(filters), chunk_bytes)) {}

    /// Decodes the bytes, and returns whether that succeeded.
    bool judge(std::span<const std::byte> stored) {
        const bool is_whole = judge(stored, chunk_at_end_.span(), GuardedBytes::Side::end);
        EXPECT_EQ(judge(stored, chunk_at_begin_.span(), GuardedBytes::Side::begin), is_whole);
        EXPECT_TRUE(!is_whole || std::ranges::equal(chunk_at_end_.span(), chunk_at_begin_.span()));
        return is_whole;
    }

private:
    bool judge(std::span<const std::byte> stored, std::span<std::byte> chunk,
               GuardedBytes::Side side) {
        const GuardedBytes from(stored, side);
        const Status decoded = pipeline_.decode(0, from.span(), chunk, scratch_);
        EXPECT_TRUE(std::ranges::equal(from.span(), stored));
        if (decoded.ok()) return true;
        EXPECT_EQ(decoded.code(), Code::efilter);
        EXPECT_FALSE(decoded.context().empty());
        return false;
    }

    Pipeline pipeline_;
    Scratch scratch_;
    GuardedBytes chunk_at_end_{chunk_bytes, GuardedBytes::Side::end};
    GuardedBytes chunk_at_begin_{chunk_bytes, GuardedBytes::Side::begin};
};

TEST(HostileStreams, CutAtEveryByte) {
    for (const auto& filters : all_pipelines())
        for (const Bytes& chunk : {smooth_chunk(chunk_bytes), random_chunk(chunk_bytes)}) {
            SCOPED_TRACE(filter_name(filters.back().id));
            const Bytes stored = applied_by_libraries(filters, chunk);
            Judge judge(filters);
            EXPECT_TRUE(judge.judge(stored));
            for (std::size_t bytes = 0; bytes < stored.size(); ++bytes)
                judge.judge(std::span(stored).first(bytes));
        }
}

TEST(HostileStreams, EveryBitFlipped) {
    for (const auto& filters : all_pipelines())
        for (const Bytes& chunk : {smooth_chunk(chunk_bytes), random_chunk(chunk_bytes)}) {
            SCOPED_TRACE(filter_name(filters.back().id));
            Bytes stored = applied_by_libraries(filters, chunk);
            Judge judge(filters);
            for (std::size_t i = 0; i < stored.size() * 8; ++i) {
                const auto bit = static_cast<std::byte>(1 << i % 8);
                stored[i / 8] ^= bit;
                judge.judge(stored);
                stored[i / 8] ^= bit;
            }
        }
}

TEST(HostileStreams, CutStreamsThatKnowTheirEndAreDamage) {
    // LZF has no end, and shuffle no form: their lengths are checked.
    for (const auto& filters : all_pipelines()) {
        SCOPED_TRACE(filter_name(filters.back().id));
        const Bytes stored = applied_by_libraries(filters, smooth_chunk(chunk_bytes));
        EXPECT_FALSE(Judge(filters).judge(std::span(stored).first(stored.size() - 8)));
        EXPECT_FALSE(Judge(filters).judge({}));
    }
}

TEST(HostileStreams, RandomBytesBehindAGoodBeginning) {
    for (const std::uint64_t seed : test_seeds(40))
        for (const auto& filters : all_pipelines()) {
            SCOPED_TRACE(filter_name(filters.back().id) + ", " + replay_of(seed));
            std::mt19937_64 random(seed);
            Bytes stored = applied_by_libraries(filters, smooth_chunk(chunk_bytes, seed));
            Judge judge(filters);
            for (int i = 0; i < 20; ++i) {
                Bytes changed = stored;
                changed.resize(random() % (2 * stored.size()));
                const std::size_t good = random() % stored.size();
                for (std::size_t at = std::min(good, changed.size()); at < changed.size(); ++at)
                    changed[at] = static_cast<std::byte>(random() & 0xff);
                judge.judge(changed);
            }
        }
}

TEST(HostileStreams, LongRepetitionsDoNotFillMemory) {
    // A megabyte of zeros in few bytes, offered as a chunk of 400.
    for (const int id : {1, 4, 307, 32001, 32004, 32015}) {
        const std::vector<Filter> filters{usual_filter(id, 4)};
        EXPECT_FALSE(Judge(filters).judge(applied_by_libraries(filters, Bytes(1 << 20))));
        const std::vector<Filter> twice{usual_filter(1, 4), usual_filter(id, 4)};
        EXPECT_FALSE(Judge(twice).judge(applied_by_libraries(filters, Bytes(1 << 20))));
    }
}

}  // namespace
}  // namespace weft::codecs
