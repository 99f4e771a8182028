// SPDX-License-Identifier: BSD-3-Clause
#include "chunks/grid.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <numeric>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/test_shapes.hpp"

namespace weft::chunks {
namespace {

using Lengths = std::vector<std::int64_t>;

constexpr int element_bytes = 4;
constexpr int memory_bytes = 8;

/// The offset of an element by the definition of the chunk space.
std::int64_t offset_of(const Lengths& index, const Lengths& shape, const Lengths& chunk) {
    std::int64_t number = 0;
    std::int64_t within = 0;
    std::int64_t chunk_elements = 1;
    for (std::size_t i = 0; i < index.size(); ++i) {
        number = number * ((shape[i] + chunk[i] - 1) / chunk[i]) + index[i] / chunk[i];
        within = within * chunk[i] + index[i] % chunk[i];
        chunk_elements *= chunk[i];
    }
    return (number * chunk_elements + within) * element_bytes;
}

using engine::Random;

struct Case {
    Lengths shape;
    Lengths chunk;
    container::Block block;
    Lengths start, count, stride;
    std::int64_t elements = 1;
};

Case random_case(Random& random) {
    Case its;
    const auto rank = static_cast<std::size_t>(random.between(0, 4));
    its.block = container::Block(3 * rank);
    for (std::size_t i = 0; i < rank; ++i) {
        its.shape.push_back(random.between(1, 9));
        its.chunk.push_back(random.between(1, 11));
        its.start.push_back(random.between(0, its.shape[i] - 1));
        its.stride.push_back(random.between(1, 4));
        its.count.push_back(
            random.between(0, (its.shape[i] - 1 - its.start[i]) / its.stride[i] + 1));
        its.block[i] = its.start[i];
        its.block[rank + i] = its.count[i];
        its.block[2 * rank + i] = its.stride[i];
        its.elements *= its.count[i];
    }
    return its;
}

/// For each byte of memory where an element goes, the offset that it comes from.
using Places = std::map<const std::byte*, std::int64_t>;

Places places_of(const engine::Pieces& pieces) {
    Places places;
    for (const engine::Piece& piece : pieces) {
        const std::int64_t count = piece.file.bytes() / element_bytes;
        std::int64_t element = 0;
        piece.elements->memory->visit(
            piece.first_element, piece.first_element + count,
            [&](std::int64_t displacement, std::int64_t stride, std::int64_t equal) {
                for (std::int64_t i = 0; i < equal; ++i, ++element) {
                    const bool is_new = places
                                            .emplace(piece.address + displacement + i * stride,
                                                     piece.file.offset_of(element * element_bytes))
                                            .second;
                    EXPECT_TRUE(is_new);
                }
            });
    }
    return places;
}

Places expected_places(const Case& its, const region::Pattern& memory, std::byte* address) {
    Places places;
    Lengths at(its.shape.size(), 0);
    for (std::int64_t element = 0; element < its.elements; ++element) {
        std::int64_t rest = element;
        Lengths index(at.size());
        for (std::size_t i = at.size(); i-- > 0;) {
            index[i] = its.start[i] + rest % its.count[i] * its.stride[i];
            rest /= its.count[i];
        }
        memory.visit(
            element, element + 1, [&](std::int64_t displacement, std::int64_t, std::int64_t) {
                places.emplace(address + displacement, offset_of(index, its.shape, its.chunk));
            });
    }
    return places;
}

engine::Piece model_of(std::shared_ptr<const region::Pattern> memory, std::byte* address) {
    engine::Elements elements{.codec = {.kernels = nullptr,
                                        .external_bytes = element_bytes,
                                        .memory_bytes = memory_bytes,
                                        .fill = {}},
                              .memory = std::move(memory)};
    return {.file = {},
            .elements = std::make_shared<const engine::Elements>(std::move(elements)),
            .address = address};
}

TEST(Grid, BlocksOfEveryKindLieWhereTheChunkSpaceSays) {
    for (const std::uint64_t seed : test_seeds(300)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const Case its = random_case(random);
        const Grid grid = Grid::make(its.shape, its.chunk, element_bytes).value();
        std::vector<std::byte> buffer(100000);
        // The values lie side by side, or in reverse order, with the first element last.
        const auto dense = container::dense_pattern(memory_bytes);
        const auto turned = std::make_shared<const region::Pattern>(region::Pattern::elements(
            {{its.elements, -memory_bytes}}, its.elements * memory_bytes));
        for (const auto& memory : {dense, std::shared_ptr<const region::Pattern>(turned)}) {
            container::Prepared prepared;
            prepared.block = its.block;
            prepared.element_count = its.elements;
            engine::Pieces pieces;
            if (its.elements > 0)
                grid.add_pieces(prepared, model_of(memory, buffer.data()), pieces);
            EXPECT_EQ(places_of(pieces), expected_places(its, *memory, buffer.data()));
        }
    }
}

TEST(Grid, ChunksAtTheEdgesHaveFewerElements) {
    const Grid grid = Grid::make({5, 7}, {2, 4}, element_bytes).value();
    std::vector<std::int64_t> elements;
    for (std::int64_t number = 0; number < grid.chunk_count(); ++number)
        elements.push_back(grid.bytes_within(number) / element_bytes);
    EXPECT_EQ(elements, (std::vector<std::int64_t>{8, 6, 8, 6, 4, 3}));
}

TEST(Grid, ChunksOfARowHaveElementsOfTheArrayWithinItsLengths) {
    const Grid grid = Grid::make({5, 70, 90}, {2, 4, 3}, element_bytes).value();
    const Lengths lengths{4, 7, 5};
    std::vector<Lengths> places;
    std::vector<Lengths> within;
    for (const std::int64_t number : grid.numbers_in_row(1, lengths)) {
        grid.place_of(number, places.emplace_back(3));
        within.push_back(grid.lengths_within(number, lengths));
    }
    EXPECT_EQ(places, (std::vector<Lengths>{{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}}));
    EXPECT_EQ(within, (std::vector<Lengths>{{2, 4, 3}, {2, 4, 2}, {2, 3, 3}, {2, 3, 2}}));
    EXPECT_EQ(grid.numbers_in_row(1, Lengths{4, 7, 0}), Lengths{});
}

TEST(Grid, RunsOfElementsAreCutWhereRowsAndChunksEnd) {
    for (const std::uint64_t seed : test_seeds(200)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const Lengths shape{random.between(1, 5), random.between(1, 7), random.between(1, 9)};
        const Lengths chunk{random.between(1, 5), random.between(1, 7), random.between(1, 9)};
        const Grid grid = Grid::make(shape, chunk, element_bytes).value();
        const std::int64_t total = shape[0] * shape[1] * shape[2];
        const std::int64_t first = random.between(0, total - 1);
        const std::int64_t length = random.between(1, total - first);
        container::Prepared prepared;
        auto list = std::make_shared<container::BlockList>();
        list->runs.emplace_back(first, length, 0);
        prepared.irregularities().list = list;
        std::vector<std::byte> buffer(10000);
        engine::Pieces pieces;
        grid.add_pieces(prepared, model_of(container::dense_pattern(memory_bytes), buffer.data()),
                        pieces);
        Places expected;
        for (std::int64_t i = 0; i < length; ++i) {
            const std::int64_t at = first + i;
            const Lengths index{at / (shape[1] * shape[2]), at / shape[2] % shape[1],
                                at % shape[2]};
            expected.emplace(buffer.data() + i * memory_bytes, offset_of(index, shape, chunk));
        }
        EXPECT_EQ(places_of(pieces), expected);
    }
}

TEST(Grid, ChunkSpacesBeyondOffsetsAreRefused) {
    EXPECT_EQ(Grid::make({1L << 40, 1L << 40}, {1, 1}, 8).code(), Code::ebadchunk);
    EXPECT_EQ(Grid::make({1, 1}, {1L << 40, 1L << 40}, 8).code(), Code::ebadchunk);
    EXPECT_TRUE(Grid::make({1L << 40, 1}, {1, 1L << 10}, 8).ok());
}

}  // namespace
}  // namespace weft::chunks
