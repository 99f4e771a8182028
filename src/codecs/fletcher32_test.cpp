// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "codecs/test_chunks.hpp"

namespace weft::codecs {
namespace {

/// Word by word, reduced after each.
std::uint32_t checksum_by_definition(const Bytes& bytes) {
    std::uint64_t plain = 0;
    std::uint64_t weighted = 0;
    const auto fold = [](std::uint64_t sum) { return sum > 65535 ? sum - 65535 : sum; };
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const unsigned low = i + 1 < bytes.size() ? std::to_integer<unsigned>(bytes[i + 1]) : 0;
        plain = fold(plain + (std::to_integer<unsigned>(bytes[i]) << 8 | low));
        weighted = fold(weighted + plain);
    }
    return static_cast<std::uint32_t>(weighted << 16 | plain);
}

std::uint32_t stored_checksum(const Bytes& stored) {
    std::uint32_t checksum = 0;
    for (std::size_t i = 0; i < 4; ++i)
        checksum |= std::to_integer<std::uint32_t>(stored[stored.size() - 4 + i]) << 8 * i;
    return checksum;
}

const std::vector<Filter> fletcher{{filter_id::fletcher32, false, {}}};

Bytes with_checksum(const Bytes& chunk) {
    return applied_by_libraries(fletcher, chunk);
}

TEST(Fletcher32, IsHdf5sForEveryLength) {
    for (std::size_t bytes = 0; bytes < 70; ++bytes)
        for (const Bytes& chunk :
             {random_chunk(bytes, bytes), Bytes(bytes), Bytes(bytes, std::byte{0xff})})
            EXPECT_EQ(stored_checksum(with_checksum(chunk)), checksum_by_definition(chunk))
                << bytes;
    for (const std::size_t bytes : {4095, 100000, 5000001}) {
        const Bytes chunk(bytes, std::byte{0xff});
        EXPECT_EQ(stored_checksum(with_checksum(chunk)), checksum_by_definition(chunk)) << bytes;
    }
}

TEST(Fletcher32, TakesTheByteOrderOfOldVersions) {
    Scratch scratch;
    const Bytes chunk = random_chunk(301);
    Bytes stored = with_checksum(chunk);
    std::swap(stored[301], stored[302]);
    std::swap(stored[303], stored[304]);
    Bytes back(301);
    ASSERT_TRUE(pipeline_for(fletcher, 301).decode(0, stored, back, scratch).ok());
    EXPECT_EQ(back, chunk);
}

TEST(Fletcher32, FindsEveryFlippedBit) {
    Scratch scratch;
    const Bytes chunk = smooth_chunk(61);
    const Bytes stored = with_checksum(chunk);
    Bytes back(61);
    for (std::size_t i = 0; i < stored.size() * 8; ++i) {
        Bytes flipped = stored;
        flipped[i / 8] ^= static_cast<std::byte>(1 << i % 8);
        const Status decoded = pipeline_for(fletcher, 61).decode(0, flipped, back, scratch);
        EXPECT_EQ(decoded.code(), Code::efilter) << i;
    }
}

}  // namespace
}  // namespace weft::codecs
