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
        std::vector<std::vector<std::int64_t>> sent;
        for (const Piece& piece : sample.request.pieces) {
            const std::int64_t to = random.between(1, piece.file.bytes());
            const std::int64_t from = random.between(0, to - 1);
            writer.describe(piece.file, {from, to});
            const std::vector<std::int64_t> offsets = offsets_of(*piece.file.nest());
            sent.emplace_back(offsets.begin() + from, offsets.begin() + to);
        }
        const Bytes data = random.bytes(random.between(0, 100));
        const std::span<std::byte> room = writer.room(std::ssize(data));
        ASSERT_EQ(room.size(), data.size());
        std::copy(data.begin(), data.end(), room.begin());
        // A received message lies at any address.
        Bytes arrived(1);
        arrived.insert(arrived.end(), writer.bytes().begin(), writer.bytes().end());

        const Result<Message> message = parse_message(std::span(arrived).subspan(1));
        ASSERT_TRUE(message.ok()) << message.status().context();
        ASSERT_EQ(message.value().shapes.size(), sent.size());
        for (std::size_t i = 0; i < sent.size(); ++i) {
            std::vector<std::int64_t> offsets;
            const region::FileShape& shape = message.value().shapes[i];
            for (std::int64_t at = 0; at < shape.bytes(); ++at)
                offsets.push_back(shape.offset_of(at));
            EXPECT_EQ(offsets, sent[i]) << replay_of(seed);
        }
        EXPECT_TRUE(std::ranges::equal(message.value().data, data));
    }
}

TEST(Message, WithoutDescriptionsItIsAMessageToo) {
    MessageWriter writer;
    writer.begin();
    EXPECT_TRUE(writer.room(0).empty());
    const Result<Message> message = parse_message(writer.bytes());
    ASSERT_TRUE(message.ok());
    EXPECT_TRUE(message.value().shapes.empty());
    EXPECT_TRUE(message.value().data.empty());
}

TEST(Message, OtherBytesAreRefused) {
    MessageWriter writer;
    writer.begin();
    writer.describe(region::Nest{0, 8, {{10, 64}}}, {0, 80});
    writer.room(0);
    const Bytes whole(writer.bytes().begin(), writer.bytes().end());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_EQ(parse_message(std::span(whole).first(size)).code(), Code::einval);
    Bytes changed = whole;
    changed[8] = std::byte{63};  // no kind of shape
    EXPECT_EQ(parse_message(changed).code(), Code::einval);
    changed = whole;
    changed[7] = std::byte{0xFF};  // descriptions of 2^64 - 2^56 bytes
    EXPECT_EQ(parse_message(changed).code(), Code::einval);
}

TEST(Message, ADescriptionDoesNotGrowWithItsRows) {
    MessageWriter writer;
    writer.begin();
    writer.describe(region::Nest{0, 8, {{1'000'000, 1 << 20}, {1000, 64}}}, {5, 7'999'999'999});
    writer.room(0);
    EXPECT_LE(writer.bytes().size(), 100U);
}

/// A part of a nest's stream.
struct Extract {
    region::Nest nest;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// Calls `use(extract, random)` for many extracts.
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
