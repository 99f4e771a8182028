// SPDX-License-Identifier: BSD-3-Clause
// The file bytes of a block against plain loops over its elements.
#include <gtest/gtest.h>

#include <vector>

#include "layout/layout.hpp"
#include "layout/test_blocks.hpp"
#include "layout/test_schema.hpp"

namespace weft::layout {
namespace {

using Indices = std::vector<std::int64_t>;

constexpr std::int64_t variable_begin = 52;
constexpr std::int64_t record_count = 4;

/// Offsets of every byte of the block, element by element in order of the last index.
Indices offsets_by_loops(const Indices& shape, std::int64_t element_bytes,
                         std::int64_t record_bytes, const Indices& start, const Indices& count,
                         const Indices& stride) {
    Indices offsets;
    Indices index(shape.size(), 0);
    for (const std::int64_t n : count) {
        if (n == 0) return {};
    }
    while (true) {
        std::int64_t offset = 0;
        std::int64_t record = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            const std::int64_t at = start[i] + index[i] * stride[i];
            if (shape[i] == 0) {
                record = at;
            } else {
                offset = offset * shape[i] + at;
            }
        }
        for (std::int64_t byte = 0; byte < element_bytes; ++byte)
            offsets.push_back(variable_begin + record * record_bytes + offset * element_bytes +
                              byte);
        std::size_t level = shape.size();
        while (level > 0 && ++index[level - 1] == count[level - 1]) index[--level] = 0;
        if (level == 0) return offsets;
    }
}

Indices offsets_by_visit(const region::Nest& nest) {
    Indices offsets;
    nest.visit(0, nest.bytes(), [&](const region::RunGroup& group) {
        for (std::int64_t i = 0; i < group.count; ++i) {
            for (std::int64_t j = 0; j < group.run; ++j)
                offsets.push_back(group.offset + i * group.pitch + j);
        }
    });
    return offsets;
}

void check_all_blocks(const Indices& shape, types::External type, std::int64_t record_bytes) {
    const model::Schema schema = schema_of({{type, shape}});
    const Place place{schema, schema.variable(0), variable_begin, record_bytes};
    for_each_block(
        shape, record_count,
        [&](const Indices& start, const Indices& count, const Indices& stride) {
            const region::Nest nest = file_nest(place, start.data(), count.data(), stride.data());
            ASSERT_EQ(offsets_by_visit(nest), offsets_by_loops(shape, types::size_of(type),
                                                               record_bytes, start, count, stride));
            const Indices ones(shape.size(), 1);
            if (stride != ones) return;
            ASSERT_EQ(nest, file_nest(place, start.data(), count.data(), nullptr));
        });
}

TEST(FileNest, EveryBlockOfSmallFixedVariables) {
    for (const types::External type : {types::External::byte, types::External::float64}) {
        check_all_blocks({}, type, 0);
        check_all_blocks({5}, type, 0);
        check_all_blocks({1}, type, 0);
        check_all_blocks({3, 4}, type, 0);
        check_all_blocks({2, 3, 2}, type, 0);
    }
}

TEST(FileNest, EveryBlockOfSmallRecordVariables) {
    for (const types::External type : {types::External::byte, types::External::float64}) {
        // A single record variable, without padding, and several.
        const std::int64_t size = types::size_of(type);
        check_all_blocks({0}, type, size);
        check_all_blocks({0}, type, 40);
        check_all_blocks({0, 3}, type, 3 * size);
        check_all_blocks({0, 3}, type, 60);
        check_all_blocks({0, 2, 2}, type, 4 * size);
        check_all_blocks({0, 2, 2}, type, 64);
    }
}

TEST(FileNest, ContiguousBlocksAreOneRun) {
    const model::Schema schema = schema_of({{types::External::int32, {100, 50}}});
    const std::int64_t start[] = {10, 0};
    const std::int64_t count[] = {20, 50};
    const region::Nest nest = file_nest({schema, schema.variable(0), 0, 0}, start, count, nullptr);
    EXPECT_EQ(nest.runs(), 1);
    EXPECT_EQ(nest.bytes(), 20 * 50 * 4);
}

}  // namespace
}  // namespace weft::layout
