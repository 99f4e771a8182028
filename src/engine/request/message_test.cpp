// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/message.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

TEST(Message, BringsDescriptionsAndDataAcross) {
    MessageWriter writer;
    for (const std::uint64_t seed : test_seeds(200)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::put, {});
        // A writer that was used before must forget.
        writer.begin();
        std::vector<Extract> sent;
        for (const Piece& piece : sample.request.pieces) {
            const std::int64_t to = random.between(1, piece.file.bytes());
            const std::int64_t from = random.between(0, to - 1);
            writer.describe(piece.file, from, to);
            sent.push_back({*piece.file.nest(), from, to});
        }
        const Bytes data = random.bytes(random.between(0, 100));
        const std::span<std::byte> room = writer.room(std::ssize(data));
        ASSERT_EQ(room.size(), data.size());
        std::copy(data.begin(), data.end(), room.begin());
        // Where it arrives, it lies at any address.
        Bytes arrived(1);
        arrived.insert(arrived.end(), writer.bytes().begin(), writer.bytes().end());

        const Message message = parse_message(std::span(arrived).subspan(1));
        ASSERT_EQ(message.extracts.size(), sent.size());
        for (std::size_t i = 0; i < sent.size(); ++i) {
            EXPECT_EQ(message.extracts[i].nest, sent[i].nest) << replay_of(seed);
            EXPECT_EQ(message.extracts[i].from, sent[i].from);
            EXPECT_EQ(message.extracts[i].to, sent[i].to);
        }
        EXPECT_TRUE(std::equal(message.data.begin(), message.data.end(), data.begin(), data.end()));
    }
}

TEST(Message, WithoutDescriptionsItIsAMessageToo) {
    MessageWriter writer;
    writer.begin();
    EXPECT_TRUE(writer.room(0).empty());
    const Message message = parse_message(writer.bytes());
    EXPECT_TRUE(message.extracts.empty());
    EXPECT_TRUE(message.data.empty());
}

TEST(Message, ADescriptionDoesNotGrowWithItsRows) {
    MessageWriter writer;
    writer.begin();
    writer.describe(region::Nest{0, 8, {{1'000'000, 1 << 20}, {1000, 64}}}, 5, 7'999'999'999);
    writer.room(0);
    EXPECT_LE(writer.bytes().size(), 100U);
}

/// Calls `use(nest, from, to)` for many extracts.
template <class Use>
void for_each_extract(Use&& use) {
    for (const std::uint64_t seed : test_seeds(300)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::get, {});
        for (const Piece& piece : sample.request.pieces) {
            const std::int64_t to = random.between(1, piece.file.bytes());
            use(Extract{*piece.file.nest(), random.between(0, to - 1), to}, random);
        }
    }
}

TEST(Message, PackedBytesFindTheirPlacesInAnImage) {
    for_each_extract([](const Extract& extract, Random& random) {
        const std::vector<std::int64_t> offsets = offsets_of(extract.nest);
        const std::int64_t origin = offsets[static_cast<std::size_t>(extract.from)];
        const Bytes packed = random.bytes(extract.to - extract.from);
        Bytes image = random.bytes(600 - origin);
        Bytes expected = image;
        for (std::int64_t at = extract.from; at < extract.to; ++at) {
            const std::int64_t offset = offsets[static_cast<std::size_t>(at)];
            expected[static_cast<std::size_t>(offset - origin)] =
                packed[static_cast<std::size_t>(at - extract.from)];
        }
        place_packed(extract.nest, extract.from, extract.to, packed.data(),
                     {.data = image.data(), .origin = origin});
        ASSERT_EQ(image, expected);
    });
}

TEST(Message, BytesOfAnImageArePackedInOrder) {
    for_each_extract([](const Extract& extract, Random& random) {
        const std::vector<std::int64_t> offsets = offsets_of(extract.nest);
        const std::int64_t origin = offsets[static_cast<std::size_t>(extract.from)];
        Bytes image = random.bytes(600 - origin);
        Bytes expected;
        for (std::int64_t at = extract.from; at < extract.to; ++at) {
            const std::int64_t offset = offsets[static_cast<std::size_t>(at)];
            expected.push_back(image[static_cast<std::size_t>(offset - origin)]);
        }
        Bytes packed(expected.size());
        pack_placed(extract.nest, extract.from, extract.to,
                    {.data = image.data(), .origin = origin}, packed.data());
        ASSERT_EQ(packed, expected);
    });
}

}  // namespace
}  // namespace weft::engine
