// SPDX-License-Identifier: BSD-3-Clause
#include "region/test_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "region/chain.hpp"
#include "region/cut.hpp"
#include "region/run_list.hpp"
#include "region/tile.hpp"

namespace weft::region {
namespace {

const ShapeByte& at(const ShapeBytes& bytes, std::int64_t position) {
    return bytes[static_cast<std::size_t>(position)];
}

void expect_same_ends(const SampleShape& sample) {
    const auto& [shape, bytes] = sample;
    ASSERT_EQ(shape.bytes(), std::ssize(bytes));
    ASSERT_EQ(shape.empty(), bytes.empty());
    if (bytes.empty()) return;
    ASSERT_EQ(shape.base(), bytes.front().offset);
    ASSERT_EQ(shape.end(), bytes.back().offset + 1);
    const FileShape moved = shape.moved(7);
    ASSERT_EQ(moved.base(), shape.base() + 7);
    ASSERT_EQ(moved.end(), shape.end() + 7);
    ASSERT_EQ(moved.memory_of(0), shape.memory_of(0));
    ASSERT_EQ(bytes_by_visit(moved.moved(-7), {0, shape.bytes()}), bytes);
}

void expect_same_positions(const SampleShape& sample) {
    const auto& [shape, bytes] = sample;
    for (std::int64_t i = 0; i < std::ssize(bytes); ++i) {
        ASSERT_EQ(shape.offset_of(i), at(bytes, i).offset);
        ASSERT_EQ(shape.memory_of(i), at(bytes, i).memory);
    }
    std::int64_t below = 0;
    for (std::int64_t offset = 0; offset <= shape.end() + 2; ++offset) {
        ASSERT_EQ(shape.bytes_below(offset), below) << "offset " << offset;
        if (below < std::ssize(bytes) && at(bytes, below).offset == offset) ++below;
    }
}

void expect_same_runs(const SampleShape& sample) {
    const FileShape& shape = sample.shape;
    std::set<std::int64_t> numbers;
    std::int64_t steps = 0;
    shape.visit(0, shape.bytes(), [&](const RunGroup& group) {
        steps |= group.run;
        for (std::int64_t i = 0; i < group.count; ++i) {
            steps |= group.offset + i * group.pitch;
            const std::int64_t first = group.stream + i * group.run;
            ASSERT_EQ(shape.run_of(first), std::ssize(numbers));
            ASSERT_EQ(shape.run_of(first + group.run - 1), std::ssize(numbers));
            numbers.insert(shape.run_of(first));
        }
    });
    ASSERT_EQ(shape.runs(), std::ssize(numbers));
    if (shape.empty()) return;
    ASSERT_EQ(steps % shape.grain(), 0);
}

}  // namespace

ShapeBytes bytes_by_visit(const FileShape& shape, Interval part) {
    ShapeBytes bytes;
    shape.visit(part.begin, part.end, [&](const RunGroup& group) {
        EXPECT_EQ(group.stream, part.begin + std::ssize(bytes));
        for (std::int64_t i = 0; i < group.count; ++i) {
            for (std::int64_t j = 0; j < group.run; ++j)
                bytes.push_back(
                    {group.offset + i * group.pitch + j, group.memory + i * group.run + j});
        }
    });
    return bytes;
}

void expect_plain_loops(const SampleShape& sample) {
    ASSERT_NO_FATAL_FAILURE(expect_same_ends(sample));
    ASSERT_NO_FATAL_FAILURE(expect_same_positions(sample));
    ASSERT_NO_FATAL_FAILURE(expect_same_runs(sample));
    const auto bytes = std::ssize(sample.bytes);
    for (std::int64_t from = 0; from <= bytes; ++from) {
        for (std::int64_t to = from; to <= bytes; ++to) {
            ASSERT_EQ(bytes_by_visit(sample.shape, {from, to}),
                      ShapeBytes(sample.bytes.begin() + from, sample.bytes.begin() + to));
        }
    }
}

SampleShape sample_nest(std::int64_t base, std::int64_t run, const Loops& loops) {
    std::vector<std::int64_t> starts = {base};
    for (const Loop& loop : loops) {
        std::vector<std::int64_t> next;
        for (const std::int64_t start : starts) {
            for (std::int64_t i = 0; i < loop.count; ++i) next.push_back(start + i * loop.pitch);
        }
        starts = next;
    }
    SampleShape sample{Nest(base, run, loops), {}};
    for (const std::int64_t start : starts) {
        for (std::int64_t i = 0; i < run; ++i)
            sample.bytes.push_back({start + i, std::ssize(sample.bytes)});
    }
    return sample;
}

SampleShape sample_list() {
    const std::vector<Run> runs = {{0, 1, 3}, {2, 2, 1}, {4, 1, 0}};
    const ElementPlaces places{.begin = 2, .element_bytes = 2};
    SampleShape sample{RunList(std::make_shared<const std::vector<Run>>(runs), places), {}};
    for (const Run& run : runs) {
        for (std::int64_t i = 0; i < 2 * run.length(); ++i)
            sample.bytes.push_back({2 + 2 * run.first() + i, 2 * run.memory() + i});
    }
    return sample;
}

std::vector<SampleShape> small_leaves() {
    std::vector<SampleShape> leaves = {sample_nest(0, 1, {}), sample_nest(5, 3, {}), sample_list()};
    for (const std::int64_t run : {1, 2}) {
        for (const std::int64_t gap : {1, 2}) {
            leaves.push_back(sample_nest(4, run, {{2, run + gap}}));
            leaves.push_back(sample_nest(0, run, {{2, 2 * run + gap}, {2, run + gap}}));
        }
    }
    return leaves;
}

SampleShape sample_cut(const SampleShape& whole, Interval part, std::int64_t memory_shift) {
    SampleShape cut{Cut::of(whole.shape, part, memory_shift),
                    ShapeBytes(whole.bytes.begin() + part.begin, whole.bytes.begin() + part.end)};
    for (ShapeByte& byte : cut.bytes) byte.memory += memory_shift;
    return cut;
}

SampleShape sample_tile(const SampleShape& tile, Loop extents, std::int64_t memory_pitch) {
    const Result<FileShape> shape = Tile::of(tile.shape, extents, memory_pitch);
    EXPECT_TRUE(shape.ok()) << shape.status().context();
    SampleShape repeated{shape.ok() ? shape.value() : FileShape(), {}};
    for (std::int64_t i = 0; i < extents.count; ++i) {
        for (const ShapeByte& byte : tile.bytes)
            repeated.bytes.push_back(
                {byte.offset + i * extents.pitch, byte.memory + i * memory_pitch});
    }
    return repeated;
}

SampleShape sample_chain(const std::vector<SampleShape>& members) {
    std::vector<FileShape> shapes;
    ShapeBytes bytes;
    for (const SampleShape& member : members) {
        const std::int64_t before = std::ssize(bytes);
        shapes.push_back(member.shape);
        for (const ShapeByte& byte : member.bytes)
            bytes.push_back({byte.offset, byte.memory + before});
    }
    return {Chain(shapes), bytes};
}

SampleShape small_chain(const SampleShape& first) {
    const std::int64_t end = first.shape.end();
    return sample_chain({first, sample_nest(end, 1, {{2, 3}}), sample_nest(end + 6, 2, {})});
}

std::vector<SampleShape> small_tiles(const SampleShape& tile) {
    const std::int64_t reach = tile.shape.end() - tile.shape.base();
    const std::int64_t bytes = tile.shape.bytes();
    std::vector<SampleShape> tiles;
    for (const std::int64_t count : {0, 1, 2, 3}) {
        for (const std::int64_t gap : {0, 1, 4})
            tiles.push_back(sample_tile(tile, {count, reach + gap}, bytes));
        tiles.push_back(sample_tile(tile, {count, reach + 2}, 2 * bytes));
    }
    return tiles;
}

}  // namespace weft::region
