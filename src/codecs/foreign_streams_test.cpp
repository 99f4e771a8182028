// SPDX-License-Identifier: BSD-3-Clause
// What h5py, libhdf5 and the plugins of others have stored is read.
#include <gtest/gtest.h>

#include <algorithm>

#include "codecs/test_chunks.hpp"
#include "codecs/test_streams.hpp"

namespace weft::codecs {
namespace {

template <class T>
Bytes expected_values() {
    Bytes chunk;
    for (std::int64_t i = 0; i < 101; ++i) {
        const T value = static_cast<T>(i * i / 7 % 120);
        const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
        chunk.insert(chunk.end(), bytes, bytes + sizeof value);
    }
    return chunk;
}

Bytes expected_chunk(std::int64_t element_bytes) {
    switch (element_bytes) {
        case 1:
            return expected_values<std::uint8_t>();
        case 2:
            return expected_values<std::int16_t>();
        case 4:
            return expected_values<float>();
        default:
            return expected_values<double>();
    }
}

TEST(ForeignStreams, DecodeToTheirChunks) {
    Scratch scratch;
    for (const ForeignStream& stream : foreign_streams) {
        const Bytes expected = expected_chunk(stream.element_bytes);
        const Pipeline pipeline =
            pipeline_for(stream.filters, expected.size(), stream.element_bytes);
        ASSERT_TRUE(pipeline.can_decode().ok()) << stream.name;
        const GuardedBytes stored(std::as_bytes(std::span(stream.stored)), GuardedBytes::Side::end);
        const GuardedBytes chunk(expected.size(), GuardedBytes::Side::end);
        const Status decoded =
            pipeline.decode(stream.filter_mask, stored.span(), chunk.span(), scratch);
        EXPECT_TRUE(decoded.ok()) << stream.name << ": " << decoded.context();
        EXPECT_TRUE(std::ranges::equal(chunk.span(), expected)) << stream.name;
    }
}

}  // namespace
}  // namespace weft::codecs
