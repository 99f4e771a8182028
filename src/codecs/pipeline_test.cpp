// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/test_seeds.hpp"
#include "codecs/test_chunks.hpp"

namespace weft::codecs {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr int compressors[] = {filter_id::deflate, filter_id::szip,  filter_id::bzip2,
                               filter_id::lzf,     filter_id::blosc, filter_id::lz4,
                               filter_id::zstd};
constexpr int encoders[] = {filter_id::shuffle, filter_id::fletcher32, filter_id::deflate,
                            filter_id::zstd};

void expect_decoded(const std::vector<Filter>& filters, const Bytes& stored, const Bytes& chunk,
                    std::uint32_t mask, Scratch& scratch) {
    const GuardedBytes from(stored, GuardedBytes::Side::end);
    const GuardedBytes to(chunk.size(), GuardedBytes::Side::end);
    const Status decoded =
        pipeline_for(filters, chunk.size()).decode(mask, from.span(), to.span(), scratch);
    EXPECT_TRUE(decoded.ok()) << decoded.context();
    EXPECT_TRUE(std::ranges::equal(to.span(), chunk)) << chunk.size();
}

TEST(Pipeline, EveryCodecGivesBackEveryLength) {
    Scratch scratch;
    for (const int id : compressors)
        for (const std::uint32_t element_bytes : {1, 2, 4, 8})
            for (const std::size_t bytes :
                 {1, 3, 4, 7, 8, 15, 100, 1000, 1001, 4096, 70000, 300000}) {
                SCOPED_TRACE(filter_name(id) + ", " + std::to_string(bytes));
                // szip codes whole pixels.
                if (id == filter_id::szip && bytes % element_bytes != 0) continue;
                const std::vector<Filter> filters{usual_filter(id, element_bytes)};
                for (const Bytes& chunk : {smooth_chunk(bytes), random_chunk(bytes), Bytes(bytes)})
                    expect_decoded(filters, applied_by_libraries(filters, chunk), chunk, 0,
                                   scratch);
            }
}

TEST(Pipeline, WhatIsEncodedIsDecoded) {
    Scratch scratch;
    for (const int id : encoders)
        for (const std::size_t bytes : {0, 1, 3, 4, 1000, 65535, 65536, 300001}) {
            SCOPED_TRACE(filter_name(id) + ", " + std::to_string(bytes));
            const std::vector<Filter> filters{usual_filter(id, 4)};
            for (const Bytes& chunk : {smooth_chunk(bytes), random_chunk(bytes), Bytes(bytes)})
                expect_decoded(filters, applied_by_libraries(filters, chunk), chunk, 0, scratch);
        }
}

TEST(Pipeline, EveryLevelIsRead) {
    Scratch scratch;
    const Bytes chunk = smooth_chunk(200000);
    for (std::uint32_t level = 0; level <= 9; ++level) {
        const std::vector<Filter> filters{{filter_id::deflate, true, {level}}};
        expect_decoded(filters, applied_by_libraries(filters, chunk), chunk, 0, scratch);
    }
    for (const int level : {-1000000, -5, 0, 1, 19, 22, 1000}) {
        const std::vector<Filter> filters{
            {filter_id::zstd, true, {static_cast<std::uint32_t>(level)}}};
        expect_decoded(filters, applied_by_libraries(filters, chunk), chunk, 0, scratch);
    }
}

/// Up to four filters, any of them several times.
std::vector<Filter> random_filters(std::mt19937_64& random, std::span<const int> ids) {
    std::vector<Filter> filters;
    for (std::size_t count = random() % 5; count > 0; --count)
        filters.push_back(
            usual_filter(ids[random() % ids.size()], static_cast<std::uint32_t>(1 + random() % 9)));
    return filters;
}

TEST(Pipeline, AnyFiltersInAnyOrderUnderAnyMask) {
    Scratch scratch;
    for (const std::uint64_t seed : test_seeds(300)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        const std::vector<Filter> filters = random_filters(random, encoders);
        const std::size_t bytes = random() % 3 == 0 ? random() % 10 : random() % 20000;
        const Bytes chunk = random() % 2 == 0 ? smooth_chunk(bytes) : random_chunk(bytes);
        const auto mask = static_cast<std::uint32_t>(random() % 2 == 0 ? 0 : random());
        const Pipeline pipeline = pipeline_for(filters, bytes);
        const GuardedBytes room(pipeline.encoded_limit(), GuardedBytes::Side::end);
        const auto length = pipeline.encode(mask, chunk, room.span(), scratch);
        ASSERT_TRUE(length.ok()) << length.status().context();
        const auto stored = room.span().first(length.value());
        expect_decoded(filters, {stored.begin(), stored.end()}, chunk, mask, scratch);
        // Filters in the mask have no effect.
        std::vector<Filter> applied;
        for (std::size_t i = 0; i < filters.size(); ++i)
            if ((mask >> i & 1U) == 0) applied.push_back(filters[i]);
        EXPECT_TRUE(std::ranges::equal(stored, applied_by_libraries(applied, chunk)));
    }
}

TEST(Pipeline, EveryCodecBehindAndBeforeOthers) {
    Scratch scratch;
    const Bytes chunk = smooth_chunk(6000);
    for (const int id : compressors) {
        SCOPED_TRACE(filter_name(id));
        const Filter codec = usual_filter(id, id == filter_id::szip ? 1 : 4);
        const Filter shuffle = usual_filter(filter_id::shuffle, 4);
        const Filter checksum = usual_filter(filter_id::fletcher32, 4);
        const Filter zstd = usual_filter(filter_id::zstd, 4);
        for (const std::vector<Filter>& filters :
             std::vector<std::vector<Filter>>{{shuffle, codec},
                                              {shuffle, codec, checksum},
                                              {checksum, codec},
                                              {codec, checksum, checksum},
                                              {codec, zstd},
                                              {zstd, codec},
                                              {codec, shuffle},
                                              {checksum, shuffle, codec, codec, zstd, checksum}})
            expect_decoded(filters, applied_by_libraries(filters, chunk), chunk, 0, scratch);
    }
}

TEST(Pipeline, WithoutFiltersTheChunkIsWhatIsStored) {
    Scratch scratch;
    const Bytes chunk = random_chunk(100);
    expect_decoded({}, chunk, chunk, 0, scratch);
    expect_decoded({usual_filter(filter_id::zstd, 4), {filter_id::nbit, false, {}}}, chunk, chunk,
                   3, scratch);
    Bytes back(100);
    const Status decoded =
        pipeline_for({}, 100).decode(0, std::span(chunk).first(99), back, scratch);
    EXPECT_EQ(decoded.code(), Code::efilter);
    EXPECT_EQ(decoded.context(), "a chunk of 100 bytes is stored as 99, without a filter");
}

TEST(Pipeline, AnotherLengthThanTheChunksIsDamage) {
    Scratch scratch;
    const Bytes chunk = smooth_chunk(1000);
    for (const int id : {1, 3, 4, 307, 32000, 32001, 32004, 32015}) {
        const std::vector<Filter> filters{usual_filter(id, 4)};
        const Bytes stored = applied_by_libraries(filters, chunk);
        for (const std::size_t other : {996, 1004}) {
            const GuardedBytes to(other, GuardedBytes::Side::end);
            const Status decoded =
                pipeline_for(filters, other).decode(0, stored, to.span(), scratch);
            EXPECT_EQ(decoded.code(), Code::efilter);
            EXPECT_THAT(decoded.context(),
                        AllOf(testing::StartsWith("filter " + std::to_string(id) + " (" +
                                                  filter_name(id) + "): "),
                              HasSubstr(other == 996 && id != 3 ? "996" : "1000")));
        }
    }
}

TEST(Pipeline, FailuresNameTheFilter) {
    const auto why_not = [](int id) {
        const Status status = pipeline_for({{id, false, {}}}, 100).can_decode();
        EXPECT_EQ(status.code(), Code::enofilter);
        return status.context();
    };
    EXPECT_EQ(why_not(32013), "filter 32013 (zfp): it is not among the filters that Weft has");
    EXPECT_EQ(why_not(32026), "filter 32026 (blosc2): it is not among the filters that Weft has");
    EXPECT_EQ(why_not(299), "filter 299: it is not among the filters that Weft has");
    EXPECT_EQ(why_not(filter_id::nbit), "filter 5 (nbit): only libhdf5 has it");
    EXPECT_EQ(why_not(filter_id::szip), "filter 4 (szip): it has 0 parameters, and needs 4");
    const Status lzf = pipeline_for({usual_filter(filter_id::lzf, 4)}, 100).can_encode();
    EXPECT_EQ(lzf.code(), Code::enofilter);
    EXPECT_EQ(lzf.context(), "filter 32000 (lzf): Weft only reads it");
    Scratch scratch;
    Bytes chunk(100);
    const Status decoded = pipeline_for({{32013, false, {}}}, 100).decode(0, chunk, chunk, scratch);
    EXPECT_EQ(decoded.code(), Code::enofilter);
}

TEST(Pipeline, TellsTheFiltersThatOnlyHdf5Has) {
    const Filter deflate = usual_filter(filter_id::deflate, 4);
    EXPECT_FALSE(pipeline_for({deflate}, 100).needs_hdf5());
    EXPECT_TRUE(pipeline_for({{filter_id::nbit, false, {}}, deflate}, 100).needs_hdf5());
    EXPECT_TRUE(pipeline_for({{filter_id::scaleoffset, false, {}}}, 100).needs_hdf5());
}

TEST(Pipeline, ParametersOfSzipThatNeedMuchMemoryAreRefused) {
    for (const std::vector<std::uint32_t>& parameters :
         std::vector<std::vector<std::uint32_t>>{{141, 8, 25, 64},
                                                 {141, 8, 0, 64},
                                                 {141, 7, 8, 64},
                                                 {141, 0, 8, 64},
                                                 {141, 34, 8, 64},
                                                 {141, 8, 8, 4},
                                                 {141, 8, 8, 4096},
                                                 {141, 2000000000, 8, 2000000000}})
        EXPECT_EQ(pipeline_for({{filter_id::szip, true, parameters}}, 100).can_decode().code(),
                  Code::enofilter);
}

TEST(Pipeline, MoreFiltersThanAMaskHasBitsAreRefused) {
    const Filter shuffle = usual_filter(filter_id::shuffle, 4);
    EXPECT_TRUE(pipeline_for(std::vector<Filter>(32, shuffle), 100).can_decode().ok());
    EXPECT_EQ(pipeline_for(std::vector<Filter>(33, shuffle), 100).can_decode().code(),
              Code::enofilter);
}

TEST(Pipeline, BuffersOfOtherLengthsAreRefused) {
    Scratch scratch;
    const Pipeline pipeline = pipeline_for({usual_filter(filter_id::deflate, 4)}, 100);
    Bytes chunk(99);
    EXPECT_EQ(pipeline.decode(0, chunk, chunk, scratch).code(), Code::ebadchunk);
    Bytes whole(100);
    EXPECT_EQ(pipeline.encode(0, whole, chunk, scratch).code(), Code::einsuffbuf);
}

}  // namespace
}  // namespace weft::codecs
