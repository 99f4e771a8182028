// SPDX-License-Identifier: BSD-3-Clause
// All small shapes there and back, and messages that no writer wrote.
#include "region/shape_codec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "region/cut.hpp"
#include "region/run_list.hpp"
#include "region/test_shapes.hpp"
#include "region/tile.hpp"

namespace weft::region {
namespace {

using Message = std::vector<std::byte>;
using Runs = std::vector<Run>;  // inside a test, Run is a member of its class

Message message_of(const FileShape& shape, std::int64_t origin = 0) {
    Message message;
    append_shape(message, shape, origin);
    return message;
}

Message numbers(const std::vector<std::int64_t>& values) {
    Message message;
    for (const std::int64_t value : values) append_number(message, value);
    return message;
}

/// Shapes of all kinds, also nested ones.
std::vector<SampleShape> small_shapes() {
    std::vector<SampleShape> shapes = small_leaves();
    for (const SampleShape& leaf : small_leaves()) {
        const std::int64_t bytes = leaf.shape.bytes();
        if (bytes > 1) shapes.push_back(sample_cut(leaf, {1, bytes}, 0));
        shapes.push_back(small_chain(leaf));
        shapes.push_back(small_chain(small_chain(leaf)));
        for (const SampleShape& tile : small_tiles(leaf)) {
            shapes.push_back(tile);
            if (tile.shape.bytes() < 3) continue;
            const SampleShape cut = sample_cut(tile, {1, tile.shape.bytes() - 1}, 3);
            shapes.push_back(cut);
            for (const SampleShape& of_cut : small_tiles(cut)) shapes.push_back(of_cut);
        }
    }
    return shapes;
}

/// Checks that hold for every shape, also one that is too large for a byte by byte comparison.
void expect_valid(const FileShape& shape) {
    ASSERT_GE(shape.base(), 0);
    ASSERT_GE(shape.end(), shape.base());
    ASSERT_GE(shape.end() - shape.base(), shape.bytes());
    if (shape.empty()) return;
    const std::int64_t last = shape.bytes() - 1;
    ASSERT_EQ(shape.offset_of(0), shape.base());
    ASSERT_EQ(shape.offset_of(last), shape.end() - 1);
    ASSERT_EQ(shape.memory_of(last), last);
    ASSERT_EQ(shape.run_of(last), shape.runs() - 1);
    ASSERT_EQ(shape.bytes_below(shape.base()), 0);
    ASSERT_EQ(shape.bytes_below(shape.end()), shape.bytes());
    ASSERT_EQ(shape.grain() & (shape.grain() - 1), 0);
    const std::int64_t some = std::min<std::int64_t>(shape.bytes(), 100);
    for (const Interval part : {Interval{0, some}, Interval{shape.bytes() - some, shape.bytes()}}) {
        const ShapeBytes bytes = bytes_by_visit(shape, part);
        ASSERT_EQ(std::ssize(bytes), some);
        const auto falls = [](const ShapeByte& a, const ShapeByte& b) {
            return a.offset >= b.offset;
        };
        ASSERT_EQ(std::ranges::adjacent_find(bytes, falls), bytes.end());
    }
}

TEST(ShapeCodec, AllSmallShapesComeThrough) {
    for (const SampleShape& sample : small_shapes()) {
        for (const std::int64_t origin : {0, 3, 1'000'000}) {
            const Message message = message_of(sample.shape, origin);
            ShapeReader reader(message);
            const Result<FileShape> shape = reader.shape(origin);
            ASSERT_TRUE(shape.ok()) << shape.status().context();
            ASSERT_TRUE(reader.at_end());
            ShapeBytes expected = sample.bytes;
            for (std::size_t i = 0; i < expected.size(); ++i)
                expected[i].memory = static_cast<std::int64_t>(i);
            ASSERT_EQ(bytes_by_visit(shape.value(), {0, sample.shape.bytes()}), expected);
            ASSERT_LE(message_of(shape.value(), origin).size(), message.size());
        }
    }
}

TEST(ShapeCodec, WhatFollowsIsTheCallers) {
    Message message = message_of(Nest(10, 2, {{3, 4}}));
    append_shape(message, Nest(500, 1, {}), 10);
    append_number(message, 77);
    message.push_back(std::byte{0xFF});
    ShapeReader reader(message);
    EXPECT_EQ(*reader.shape().value().nest(), Nest(10, 2, {{3, 4}}));
    EXPECT_EQ(*reader.shape(10).value().nest(), Nest(500, 1, {}));
    EXPECT_EQ(reader.number().value(), 77);
    EXPECT_FALSE(reader.at_end());
    EXPECT_EQ(reader.rest().size(), 1U);
}

TEST(ShapeCodec, ShapesAreShort) {
    EXPECT_LE(message_of(Nest(1'000'000, 400, {{500, 4'000'000}, {100, 40'000}})).size(), 16U);
    constexpr std::int64_t far = std::int64_t{1} << 61;
    const FileShape nest(Nest(far, 1, {{2, far}, {2, far / 2}, {2, far / 4}, {2, far / 8}}));
    EXPECT_LE(message_of(nest).size(), 92U);
    EXPECT_LE(message_of(Cut::of(nest, {1, 7})).size(), 100U);
    Runs runs;
    for (std::int64_t i = 0; i < 1000; ++i) runs.emplace_back(i * 50 + i % 7, 3, 0);
    const FileShape list =
        RunList(std::make_shared<const Runs>(runs), ElementPlaces{.element_bytes = 4});
    EXPECT_LE(message_of(list).size(), 3 * runs.size() + 4);
}

TEST(ShapeCodec, LongRunsOfAListAreToldInParts) {
    const FileShape list = RunList(std::make_shared<const Runs>(Runs{{0, region::Run::longest, 0}}),
                                   ElementPlaces{.element_bytes = 8});
    const Message message = message_of(list);
    const FileShape shape = ShapeReader(message).shape().value();
    EXPECT_EQ(shape.bytes(), list.bytes());
    EXPECT_EQ(shape.end(), list.end());
    EXPECT_EQ(shape.runs(), 8);
}

// Messages that no writer wrote

TEST(ShapeCodec, EveryTruncationIsAnError) {
    for (const SampleShape& sample : small_shapes()) {
        const Message message = message_of(sample.shape);
        for (std::size_t size = 0; size < message.size(); ++size) {
            const Result<FileShape> shape = ShapeReader(std::span(message).first(size)).shape();
            ASSERT_EQ(shape.code(), Code::einval);
            ASSERT_EQ(shape.status().context(), "byte " + std::to_string(size) +
                                                    " of a message of " + std::to_string(size) +
                                                    ": the message ends within a shape");
        }
    }
}

TEST(ShapeCodec, EveryByteThatIsChangedGivesAValidShapeOrAnError) {
    std::int64_t valid = 0;
    std::int64_t refused = 0;
    const std::vector<SampleShape> shapes = small_shapes();
    for (std::size_t i = 0; i < shapes.size(); i += i < 100 ? 1 : 11) {  // some of the many tiles
        const Message message = message_of(shapes[i].shape);
        for (std::size_t at = 0; at < message.size(); ++at) {
            for (unsigned value = 0; value < 256; ++value) {
                Message changed = message;
                changed[at] = static_cast<std::byte>(value);
                const Result<FileShape> shape = ShapeReader(changed).shape();
                ++(shape.ok() ? valid : refused);
                if (shape.ok()) {
                    ASSERT_NO_FATAL_FAILURE(expect_valid(shape.value()));
                } else {
                    ASSERT_FALSE(shape.status().context().empty());
                }
            }
        }
    }
    EXPECT_GT(valid, 10'000);
    EXPECT_GT(refused, 10'000);
}

void expect_refused(const Message& message, const std::string& words, std::int64_t origin = 0) {
    ShapeReader reader(message);
    const Result<FileShape> shape = reader.shape(origin);
    ASSERT_EQ(shape.code(), Code::einval) << words;
    EXPECT_NE(shape.status().context().find(words), std::string::npos) << shape.status().context();
    EXPECT_EQ(reader.shape().status().context(), shape.status().context()) << "the first stays";
}

constexpr std::int64_t most = INT64_MAX;
constexpr std::int64_t list_kind = 64;
constexpr std::int64_t cut_kind = 65;
constexpr std::int64_t tile_kind = 66;
constexpr std::int64_t chain_kind = 67;
// A base b near the origin 0 is encoded as 2 b, and -b as 2 b - 1.

TEST(ShapeCodec, NumbersThatAreNoneAreRefused) {
    expect_refused({}, "byte 0 of a message of 0: the message ends");
    expect_refused(Message(10, std::byte{0xFF}), "byte 0 of a message of 10: a number has more");
    expect_refused(Message(200, std::byte{0x80}), "more than 64 bits");
    Message negative = numbers({0, 20});
    append_number(negative, -5);  // all 64 bits
    expect_refused(negative, "byte 2 of a message of 12: a number is above 2^63 - 1");
    expect_refused(numbers({63, 0, 1}), "63 is not the number of a kind");
    expect_refused(numbers({68}), "not the number of a kind");
    expect_refused(numbers({most}), "not the number of a kind");
}

TEST(ShapeCodec, BasesOutsideAFileAreRefused) {
    expect_refused(numbers({0, 1, 5}), "byte 1 of a message of 3: a base");
    expect_refused(numbers({0, 8, 5}), "a base", most);
    EXPECT_TRUE(ShapeReader(numbers({0, 1, 5})).shape(1).ok());
}

TEST(ShapeCodec, NestsThatAreNoneAreRefused) {
    expect_refused(numbers({1, 0, 8, 3, 7}), "has a pitch below its body");
    expect_refused(numbers({2, 0, 8, 3, 23, 2, 16}), "has a pitch below its body");
    EXPECT_TRUE(ShapeReader(numbers({2, 0, 8, 3, 24, 2, 16})).shape().ok());
    expect_refused(numbers({1, 0, 8, 0, 16}), "or repeats nothing");
    expect_refused(numbers({1, 0, 0, 3, 16}), "or repeats nothing");
    expect_refused(numbers({1, 0, 8, most, most}), "has a pitch below its body");
    expect_refused(numbers({1, 0, 8, 2, most}), "has a pitch below its body");
    expect_refused(numbers({1, 40, 8, 2, most - 8}), "ends behind 2^63 - 1");
    expect_refused(numbers({0, 4, most - 1}), "ends behind 2^63 - 1");
    EXPECT_TRUE(ShapeReader(numbers({0, 2, most - 1})).shape().ok());
    expect_refused(numbers({62}), "ends within a shape");
}

TEST(ShapeCodec, ListsThatAreNoneAreRefused) {
    expect_refused(numbers({list_kind, 0, 0}), "a list has no runs");
    expect_refused(numbers({list_kind, 0, 5, 0, 5, 1}), "ends within a shape");
    expect_refused(numbers({list_kind, 0, 1 << 24, 0, 0}), "longer than 2^24 - 1");
    expect_refused(numbers({list_kind, 0, most, 0, 0}), "longer than 2^24 - 1");
    expect_refused(numbers({list_kind, 0, 5, most - 9, 5, 0, 0}), "ends behind 2^63 - 1");
    EXPECT_TRUE(ShapeReader(numbers({list_kind, 0, 5, most - 10, 5, 0, 0})).shape().ok());
    expect_refused(numbers({list_kind, 2, 5, most - 10, 5, 0, 0}), "ends behind 2^63 - 1");
}

TEST(ShapeCodec, CutsThatAreNoneAreRefused) {
    const auto cut = [](std::int64_t from, std::int64_t bytes) {
        return numbers({cut_kind, from, bytes, 1, 0, 8, 2, 16});
    };
    EXPECT_TRUE(ShapeReader(cut(4, 12)).shape().ok());
    expect_refused(cut(4, 13), "a cut has no bytes, or more");
    expect_refused(cut(16, 1), "a cut has no bytes, or more");
    expect_refused(cut(4, 0), "a cut has no bytes, or more");
    expect_refused(cut(4, most), "a cut has no bytes, or more");
    expect_refused(numbers({cut_kind, 0, 1, 0, 0, 0}), "a cut has no bytes, or more");
}

TEST(ShapeCodec, TilesThatAreNoneAreRefused) {
    const auto tile = [](std::int64_t count, std::int64_t extent) {
        return numbers({tile_kind, count, extent, list_kind, 0, 5, 10, 5, 0, 0});
    };
    EXPECT_TRUE(ShapeReader(tile(3, 20)).shape().ok());
    expect_refused(tile(3, 19), "interleave");
    expect_refused(tile(3, 0), "not possible");
    expect_refused(tile(0, 20), "a tile has no bytes");
    expect_refused(tile(3, most), "2^63 - 1");
    expect_refused(tile(most, 20), "2^63 - 1");
    expect_refused(numbers({tile_kind, 3, 20, 0, 0, 0}), "a tile has no bytes");
}

TEST(ShapeCodec, ChainsThatAreNoneAreRefused) {
    const auto chain = [](std::int64_t second) {
        return numbers({chain_kind, 2, 1, 0, 8, 20, 16, 1, 2 * second, 8, 20, 16});
    };
    EXPECT_TRUE(ShapeReader(chain(312)).shape().ok());
    expect_refused(chain(311), "must rise");
    expect_refused(numbers({chain_kind, 0}), "a chain has no bytes");
    expect_refused(numbers({chain_kind, 2, 0, 0, 0, 0, 0, 0}), "a chain has no bytes");
    expect_refused(numbers({chain_kind, most, 0, 0, 1}), "ends within a shape");
}

TEST(ShapeCodec, ShapesInShapesAreRefusedWhereTheyGoTooDeep) {
    Message message;
    for (int i = 0; i < 1'000'000; ++i) {
        for (const std::int64_t number : {tile_kind, std::int64_t{1}, std::int64_t{1}})
            append_number(message, number);
    }
    expect_refused(message, "the shapes are nested too deeply");
}

}  // namespace
}  // namespace weft::region
