// SPDX-License-Identifier: BSD-3-Clause
#include "layout/whole_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "format/sizes.hpp"
#include "layout/moves.hpp"
#include "layout/test_schema.hpp"

namespace weft::layout {
namespace {

using types::External;

constexpr std::int64_t many = much_data / 4;  // ints
const TestVariable large_fixed{External::int32, {many}};
const TestVariable small_fixed{External::int32, {10}};
const TestVariable record{External::int32, {0, many / 8}};

const std::vector<std::vector<TestVariable>> block_lists = {
    {large_fixed}, {large_fixed, record}, {record}, {small_fixed, record}, {record, record}};

struct Changed {
    model::Schema old;
    model::Schema now;
    Layout before;
    Layout after;

    [[nodiscard]] format::HeaderView old_header() const { return {cdf5, old, before.begins}; }
    [[nodiscard]] std::vector<Move> moves() const {
        return moves_between(old, before, after, now.record_count);
    }
};

/// A file made with `made`, whose header grows from 100 bytes to `header_bytes`.
Changed change(const std::vector<TestVariable>& list, const Alignment& made,
               std::int64_t header_bytes, const Alignment& asked = {},
               const std::vector<TestVariable>& more = {}) {
    Changed changed;
    changed.old = schema_of(list);
    changed.old.record_count = 8;
    changed.before = place_variables(cdf5, changed.old, 100, made).value();
    changed.now = changed.old;
    add_variables(changed.now, more);
    changed.after =
        place_again(cdf5, changed.now, header_bytes, asked, changed.old_header()).value();
    return changed;
}

std::set<std::int64_t> distances(const Changed& changed) {
    std::set<std::int64_t> all;
    for (const Move& move : changed.moves()) all.insert(move.to - move.from);
    return all;
}

void expect_formula(const Changed& changed, std::int64_t header_bytes,
                    const Alignment& asked = {}) {
    const format::HeaderView old = changed.old_header();
    const auto formula = place_variables(cdf5, changed.now, header_bytes, asked, &old);
    EXPECT_EQ(changed.after.begins, formula.value().begins);
    EXPECT_EQ(changed.after.header_extent, formula.value().header_extent);
    EXPECT_EQ(changed.after.record_begin, formula.value().record_begin);
}

TEST(WholeBlocks, LargeDataGoUpByTheFewestBlocksThatMakeRoom) {
    for (const auto& list : block_lists) {
        for (const std::int64_t header : {513, 520, 4000, 4608, 4609, 9000, 1 << 20}) {
            const Changed changed = change(list, {}, header);
            const std::int64_t up = (header - 512 + block_bytes - 1) / block_bytes * block_bytes;
            EXPECT_EQ(distances(changed), std::set<std::int64_t>{up}) << header;
            EXPECT_EQ(changed.after.header_extent, 512 + up);
        }
    }
}

TEST(WholeBlocks, AHeaderThatHasRoomMovesNothing) {
    // Files made as by netCDF-C have their data directly behind the header, and a reserve.
    for (const auto& list : block_lists) {
        const Alignment made{.header_free = 1000, .variable_align = 4, .record_align = 4};
        for (const std::int64_t header : {100, 1000, 1100})
            EXPECT_TRUE(change(list, made, header).moves().empty());
        EXPECT_EQ(distances(change(list, made, 1101)), std::set<std::int64_t>{block_bytes});
    }
}

TEST(WholeBlocks, RoomBehindFixedVariablesGoesUpWithThem) {
    const Alignment made{.variable_free = 700};
    const Changed changed = change({large_fixed, record}, made, 600);
    EXPECT_EQ(distances(changed), std::set<std::int64_t>{block_bytes});
    EXPECT_EQ(changed.after.record_begin, changed.before.record_begin + block_bytes);
}

TEST(WholeBlocks, RecordsMakeRoomForANewFixedVariable) {
    const Changed changed = change({small_fixed, record}, {}, 300, {}, {small_fixed});
    EXPECT_EQ(distances(changed), std::set<std::int64_t>{block_bytes});
    EXPECT_EQ(changed.after.header_extent, 512);
    const Changed first = change({record}, {}, 300, {}, {small_fixed});
    EXPECT_EQ(distances(first), std::set<std::int64_t>{block_bytes});
    EXPECT_EQ(first.after.begin(1), 512);
}

TEST(WholeBlocks, SmallDataFollowTheFormulas) {
    const TestVariable little{External::int32, {many - 1}};
    const TestVariable small_record{External::int32, {0, 2}};
    for (const std::int64_t header : {513, 5000}) {
        expect_formula(change({little}, {}, header), header);
        expect_formula(change({small_fixed, small_record}, {}, header), header);
    }
}

TEST(WholeBlocks, WhoAsksForAnAlignmentOrAReserveGetsTheFormulas) {
    const std::vector<Alignment> asked = {
        {.header_free = 8}, {.variable_align = 512}, {.variable_free = 8}, {.record_align = 4}};
    for (const auto& list : block_lists) {
        for (const Alignment& alignment : asked)
            expect_formula(change(list, {}, 600, alignment), 600, alignment);
    }
}

TEST(WholeBlocks, WhatCannotMoveByOneDistanceFollowsTheFormulas) {
    // Longer records, and a variable behind others that move less.
    expect_formula(change({large_fixed, record}, {}, 600, {}, {record}), 600);
    expect_formula(change({large_fixed, record}, {}, 600, {}, {large_fixed}), 600);
}

TEST(WholeBlocks, DataThatAGapKeepsInPlaceFollowTheFormulas) {
    // The bytes behind the gap stay, so no room can be inserted in front of it.
    Changed changed = change({large_fixed, small_fixed}, {}, 600);
    changed.before.begins[1] += 8192;
    const auto layout = place_again(cdf5, changed.now, 600, {}, changed.old_header());
    ASSERT_TRUE(layout.ok());
    EXPECT_EQ(layout.value().begin(0), 1024);
}

TEST(WholeBlocks, AnOffsetThatOnlyBlocksPushBehindTheFormatsLimitFollowsTheFormulas) {
    const std::int64_t limit = format::limits_of(format::Version::cdf1).begin;
    const TestVariable huge{External::int32, {(limit - 2048) / 4}};
    constexpr format::Version cdf1 = format::Version::cdf1;
    const model::Schema old = schema_of({huge, small_fixed});
    const auto before = place_variables(cdf1, old, 100, {});
    ASSERT_TRUE(before.ok());
    const auto layout = place_again(cdf1, old, 600, {}, {cdf1, old, before.value().begins});
    ASSERT_TRUE(layout.ok());
    EXPECT_EQ(layout.value().header_extent, 1024);
}

}  // namespace
}  // namespace weft::layout
