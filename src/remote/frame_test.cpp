// SPDX-License-Identifier: BSD-3-Clause
#include "remote/frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/test_seeds.hpp"

namespace weft::remote {
namespace {

/// Frames that arrive in parts.
void feed(FrameCutter& cutter, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto room = cutter.room();
        const std::size_t part = std::min(room.size(), bytes.size());
        std::copy_n(bytes.begin(), part, room.begin());
        cutter.take(part);
        bytes = bytes.subspan(part);
    }
}

TEST(Frame, LooksTheSameOnEveryMachine) {
    const Body body{std::byte{'a'}, std::byte{'b'}};
    const Body bytes = frame_bytes({FrameKind::read, 0x0102, 3, body});
    const unsigned expected[] = {2, 0, 0, 0, 18, 0, 0, 0, 2, 1, 0, 0,
                                 0, 0, 0, 0, 3,  0, 0, 0, 0, 0, 0, 0};
    for (std::size_t i = 0; i < std::size(expected); ++i)
        EXPECT_EQ(std::to_integer<unsigned>(bytes[i]), expected[i]) << i;
    // The example of the documentation.
    const unsigned checksum[] = {0x66, 0xdd, 0x0f, 0xba, 0x8e, 0x02, 0xd1, 0xeb};
    for (std::size_t i = 0; i < std::size(checksum); ++i)
        EXPECT_EQ(std::to_integer<unsigned>(bytes[24 + i]), checksum[i]) << i;
}

TEST(Frame, ComesWholeHoweverItIsCut) {
    for (const std::uint64_t seed : test_seeds(50)) {
        std::mt19937_64 random(seed);
        FrameCutter cutter(most_body_bytes);
        Body stream;
        std::vector<Body> bodies;
        for (int i = 0; i < 20; ++i) {
            Body body(random() % (i == 7 ? 700'000 : 300));
            for (std::byte& byte : body) byte = static_cast<std::byte>(random());
            const Body bytes =
                frame_bytes({FrameKind::data, static_cast<std::uint64_t>(i), 5, body});
            stream.insert(stream.end(), bytes.begin(), bytes.end());
            bodies.push_back(std::move(body));
        }
        std::size_t found = 0;
        for (std::size_t at = 0; at < stream.size();) {
            const std::size_t part =
                std::min<std::size_t>(stream.size() - at, 1 + random() % 100'000);
            feed(cutter, std::span(stream).subspan(at, part));
            at += part;
            for (;;) {
                const auto frame = cutter.next();
                ASSERT_TRUE(frame.ok()) << frame.status().context();
                if (!frame.value()) break;
                ASSERT_LT(found, bodies.size());
                ASSERT_EQ(frame.value()->number, found);
                ASSERT_EQ(frame.value()->body, bodies[found]) << replay_of(seed);
                ++found;
            }
        }
        EXPECT_EQ(found, bodies.size()) << replay_of(seed);
    }
}

TEST(Frame, EveryWrongBitIsFound) {
    const Body right = frame_bytes({FrameKind::write, 7, 3, Body(9, std::byte{1})});
    for (std::size_t bit = 0; bit < right.size() * 8; ++bit) {
        Body wrong = right;
        wrong[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        FrameCutter cutter(most_greeting_bytes);
        feed(cutter, wrong);
        const auto frame = cutter.next();
        // A longer length makes it wait for more; nothing is ever taken for a frame.
        EXPECT_TRUE(!frame.ok() || !frame.value()) << bit;
    }
}

TEST(Frame, LongOnesAreRefusedBeforeTheyAreTakenIn) {
    const Header header = header_of(FrameKind::hello, 0, 0, most_greeting_bytes + 1, 0);
    FrameCutter cutter(most_greeting_bytes);
    feed(cutter, header);
    EXPECT_FALSE(cutter.next().ok());
    EXPECT_LE(cutter.room().size(), header_bytes + most_greeting_bytes);
}

}  // namespace
}  // namespace weft::remote
