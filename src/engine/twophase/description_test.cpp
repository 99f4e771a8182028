// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/description.hpp"

#include <gtest/gtest.h>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"
#include "region/cut.hpp"
#include "region/tile.hpp"

namespace weft::engine::twophase {
namespace {

using region::FileShape;
using region::Nest;
using Stretches = std::vector<region::Interval>;

const Stretches everywhere = {{0, std::int64_t{1} << 62}};

FileShape list_shape(std::int64_t begin, std::int64_t element_bytes,
                     std::vector<region::Run> runs) {
    const region::ElementPlaces places{.begin = begin, .element_bytes = element_bytes};
    return region::RunList(std::make_shared<const std::vector<region::Run>>(std::move(runs)),
                           places);
}

std::vector<std::int64_t> offsets_in(const FileShape& shape) {
    std::vector<std::int64_t> offsets;
    for (std::int64_t at = 0; at < shape.bytes(); ++at) offsets.push_back(shape.offset_of(at));
    return offsets;
}

Described told(const RequestShape& item, std::int64_t base,
               const Stretches& stretches = everywhere) {
    Description description(base);
    description.add(item, stretches);
    return std::move(Described::read(description.bytes(), base)).value();
}

TEST(Description, NestsComeThroughAndMove) {
    for (const std::uint64_t seed : test_seeds(300)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::get, {.begin = 100});
        const std::vector<RequestShape> list = list_of(sample.request);
        Description description(50);
        for (const RequestShape& item : list) description.add(item, everywhere);
        Described described = std::move(Described::read(description.bytes(), 50)).value();
        ASSERT_EQ(described.list().size(), list.size());
        described.move(1000);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Nest& nest = *list[i].shape->nest();
            EXPECT_EQ(*described.list()[i].shape->nest(),
                      Nest(nest.base() + 1000, nest.run(), nest.loops()));
            EXPECT_EQ(described.list()[i].element_bytes, list[i].element_bytes);
        }
    }
}

TEST(Description, ListsComeThroughAndMove) {
    const std::int64_t longest = region::Run::longest;
    const FileShape shape =
        list_shape(300, 8, {{2, 3, 100}, {7, 1, 5}, {1000, longest, 9}, {longest * 9, 2, 0}});
    Described described = told({&shape, 0, 8}, 30);
    ASSERT_EQ(described.list().size(), 1U);
    for (const std::int64_t distance : {0, 70, -30}) {
        described.move(distance);
        const FileShape& copy = *described.list().front().shape;
        EXPECT_EQ(copy.nest(), nullptr);
        ASSERT_EQ(copy.bytes(), shape.bytes());
        const std::int64_t moved = copy.base() - shape.base();
        for (std::int64_t at = 0; at < shape.bytes(); at += 10'007)
            ASSERT_EQ(copy.offset_of(at), shape.offset_of(at) + moved);
        EXPECT_EQ(copy.end(), shape.end() + moved);
    }
}

TEST(Description, PartsAndRepetitionsComeThroughAndMove) {
    const FileShape list = list_shape(300, 4, {{2, 3, 0}, {7, 1, 3}});
    const FileShape tile = region::Tile::of(list, {5, 40}).value();
    const FileShape cut = region::Cut::of(Nest(100, 8, {{5, 100}}), {4, 36});
    Description description(10);
    description.add({&tile, 0, 4}, everywhere);
    description.add({&cut, 1, 4}, everywhere);
    Described described = std::move(Described::read(description.bytes(), 10)).value();
    ASSERT_EQ(described.list().size(), 2U);
    described.move(1000);
    EXPECT_EQ(offsets_in(*described.list()[0].shape), offsets_in(tile.moved(1000)));
    EXPECT_EQ(offsets_in(*described.list()[1].shape), offsets_in(cut.moved(1000)));
}

TEST(Description, OtherBytesAreRefused) {
    const FileShape shape(Nest(100, 10, {{5, 100}}));
    Description description(0);
    description.add({&shape, 0, 4}, everywhere);
    std::vector<std::byte> bytes(description.bytes().begin(), description.bytes().end());
    EXPECT_EQ(Described::read(std::span(bytes).first(bytes.size() - 1), 0).code(), Code::einval);
    for (const std::byte element_bytes : {std::byte{0}, std::byte{9}}) {
        bytes.front() = element_bytes;
        EXPECT_EQ(Described::read(bytes, 0).code(), Code::einval);
    }
}

TEST(Description, OfAListOnlyWhatIsAskedForIsTold) {
    const FileShape shape = list_shape(0, 4, {{0, 5, 0}, {10, 5, 0}, {20, 1, 0}, {30, 9, 0}});
    // Cuts elements, of which the whole is told.
    const Described described = told({&shape, 0, 4}, 0, {{10, 45}, {46, 61}, {82, 83}, {200, 300}});
    ASSERT_EQ(described.list().size(), 1U);
    std::vector<std::int64_t> expected;
    for (const auto& [begin, end] : {std::pair{8, 20}, {40, 60}, {80, 84}}) {
        for (std::int64_t at = begin; at < end; ++at) expected.push_back(at);
    }
    EXPECT_EQ(offsets_in(*described.list().front().shape), expected);
    EXPECT_TRUE(told({&shape, 0, 4}, 0, {{60, 80}}).list().empty());
}

TEST(Description, WhatLiesOutsideIsNotTold) {
    const FileShape shape(Nest(100, 10, {{5, 100}}));
    EXPECT_TRUE(told({&shape, 0, 1}, 0, {{0, 100}, {510, 900}}).list().empty());
    EXPECT_EQ(told({&shape, 0, 1}, 0, {{0, 101}}).list().size(), 1U);
}

TEST(Description, IsSmall) {
    const FileShape nest(Nest(1'000'000, 400, {{500, 4'000'000}, {100, 40'000}}));
    Description description(0);
    description.add({&nest, 0, 4}, everywhere);
    EXPECT_LE(description.bytes().size(), 24U);
    std::vector<region::Run> runs;
    for (std::int64_t i = 0; i < 1000; ++i) runs.emplace_back(i * 50 + i % 7, 3, 0);
    const FileShape list = list_shape(0, 4, runs);
    Description of_list(0);
    of_list.add({&list, 0, 4}, everywhere);
    EXPECT_LE(of_list.bytes().size(), 3 * runs.size() + 16);
}

Request request_at(std::int64_t base, const std::vector<Nest>& nests) {
    Random random(3);
    std::vector<Nest> moved;
    for (const Nest& nest : nests) moved.emplace_back(nest.base() + base, nest.run(), nest.loops());
    return plain_sample(Direction::put, moved, random).request;
}

TEST(Fingerprint, IsThatOfTheShapesWhereverTheyAre) {
    const std::vector<Nest> nests = {{0, 5, {{20, 9}}}, {7, 1, {{4, 50}, {9, 4}}}};
    const std::uint64_t one = fingerprint(request_at(0, nests));
    EXPECT_EQ(fingerprint(request_at(12'345, nests)), one);
    const std::vector<std::vector<Nest>> others = {
        {{0, 5, {{20, 9}}}},
        {{0, 5, {{20, 9}}}, {8, 1, {{4, 50}, {9, 4}}}},
        {{0, 5, {{21, 9}}}, {7, 1, {{4, 50}, {9, 4}}}},
        {{0, 5, {{20, 10}}}, {7, 1, {{4, 50}, {9, 4}}}},
        {{0, 6, {{20, 9}}}, {7, 1, {{4, 50}, {9, 4}}}},
    };
    for (const std::vector<Nest>& other : others) EXPECT_NE(fingerprint(request_at(0, other)), one);
    const std::vector<Nest> many(1000, Nest(0, 5, {{20, 9}}));  // more than is hashed at once
    EXPECT_EQ(fingerprint(request_at(777, many)), fingerprint(request_at(0, many)));
    EXPECT_NE(fingerprint(request_at(0, std::vector(999, many.front()))),
              fingerprint(request_at(0, many)));
    EXPECT_EQ(fingerprint(Request()), 0U);
}

}  // namespace
}  // namespace weft::engine::twophase
