// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "codecs/shuffle_loops.hpp"
#include "codecs/test_chunks.hpp"

namespace weft::codecs {
namespace {

/// Shuffles by the definition.
Bytes shuffled(const Bytes& elements, std::size_t element_bytes) {
    const std::size_t count = elements.size() / element_bytes;
    Bytes planes = elements;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < element_bytes; ++j)
            planes[j * count + i] = elements[i * element_bytes + j];
    return planes;
}

TEST(Shuffle, EveryByteMovesToItsPlaceAndBack) {
    for (const std::size_t element_bytes : {1, 2, 3, 4, 5, 8, 12, 16, 5000}) {
        for (const std::size_t count : {1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 100, 257, 1001}) {
            SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(element_bytes));
            const Bytes chunk = random_chunk(element_bytes * count, count);
            const Bytes planes = shuffled(chunk, element_bytes);
            const Elements elements{.bytes = element_bytes, .count = count};
            const GuardedBytes to(chunk.size(), GuardedBytes::Side::end);
            auto* const bytes = reinterpret_cast<std::uint8_t*>(to.span().data());
            shuffle_elements(reinterpret_cast<const std::uint8_t*>(chunk.data()), elements, bytes);
            ASSERT_TRUE(std::ranges::equal(to.span(), planes));
            unshuffle_elements(reinterpret_cast<const std::uint8_t*>(planes.data()), elements,
                               bytes);
            ASSERT_TRUE(std::ranges::equal(to.span(), chunk));
        }
    }
}

TEST(Shuffle, BytesBehindTheLastElementStay) {
    Scratch scratch;
    for (const std::size_t bytes : {0, 1, 3, 4, 7, 9, 1023}) {
        const Bytes chunk = random_chunk(bytes);
        const Bytes planes = bytes < 4 ? chunk : shuffled(chunk, 4);
        const Pipeline pipeline = pipeline_for({{filter_id::shuffle, true, {4}}}, bytes);
        Bytes stored(bytes);
        ASSERT_EQ(pipeline.encode(0, chunk, stored, scratch).value(), bytes);
        EXPECT_EQ(stored, planes);
        Bytes back(bytes);
        ASSERT_TRUE(pipeline.decode(0, stored, back, scratch).ok());
        EXPECT_EQ(back, chunk);
    }
}

TEST(Shuffle, TakesTheElementsOfTheChunkWithoutAParameter) {
    Scratch scratch;
    const Bytes chunk = random_chunk(80);
    Bytes stored(80);
    const Pipeline pipeline = pipeline_for({{filter_id::shuffle, false, {}}}, 80, 8);
    ASSERT_TRUE(pipeline.encode(0, chunk, stored, scratch).ok());
    EXPECT_EQ(stored, shuffled(chunk, 8));
}

}  // namespace
}  // namespace weft::codecs
