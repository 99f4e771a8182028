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
    format::Schema old;
    format::Schema now;
    Layout before;
    Layout after;

    [[nodiscard]] std::vector<Move> moves() const {
        return moves_between(old, before, now, after, now.record_count);
    }
};

/// A file made with `made`, whose header goes from 100 bytes to `header_bytes`.
Changed change(const std::vector<TestVariable>& list, const Alignment& made,
               std::int64_t header_bytes, const Alignment& asked = {},
               const std::vector<TestVariable>& more = {}) {
    Changed changed;
    changed.old = schema_of(list);
    changed.old.record_count = 8;
    changed.before = place_variables(changed.old, 100, made, nullptr).value();
    changed.now = changed.old;
    add_variables(changed.now, more);
    changed.after = place_again(changed.now, header_bytes, asked, changed.old).value();
    return changed;
}

std::set<std::int64_t> distances(const Changed& changed) {
    std::set<std::int64_t> all;
    for (const Move& move : changed.moves()) all.insert(move.to - move.from);
    return all;
}

std::vector<std::int64_t> begins(const format::Schema& schema) {
    std::vector<std::int64_t> all;
    for (int id = 0; id < schema.variable_count(); ++id) all.push_back(schema.variable(id).begin);
    return all;
}

void expect_formula(Changed changed, std::int64_t header_bytes, const Alignment& asked = {}) {
    const std::vector<std::int64_t> chosen = begins(changed.now);
    const auto formula = place_variables(changed.now, header_bytes, asked, &changed.old);
    EXPECT_EQ(chosen, begins(changed.now));
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
    // As netCDF-C makes files: data right behind the header, and a reserve.
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
    EXPECT_EQ(first.now.variable(1).begin, 512);
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
    // Records that get longer, and a variable behind others that move less.
    expect_formula(change({large_fixed, record}, {}, 600, {}, {record}), 600);
    expect_formula(change({large_fixed, record}, {}, 600, {}, {large_fixed}), 600);
}

TEST(WholeBlocks, DataThatAGapKeepsInPlaceFollowTheFormulas) {
    // What is behind the gap stays, so that no room can be made in front of it.
    Changed changed = change({large_fixed, small_fixed}, {}, 600);
    changed.old.variable(1).begin += 8192;
    changed.now = changed.old;
    ASSERT_TRUE(place_again(changed.now, 600, {}, changed.old).ok());
    EXPECT_EQ(changed.now.variable(0).begin, 1024);
}

TEST(WholeBlocks, AnOffsetThatOnlyBlocksPushBehindTheFormatsLimitFollowsTheFormulas) {
    const std::int64_t limit = format::limits_of(format::Version::cdf1).begin;
    const TestVariable huge{External::int32, {(limit - 2048) / 4}};
    format::Schema old = schema_of({huge, small_fixed}, format::Version::cdf1);
    ASSERT_TRUE(place_variables(old, 100, {}, nullptr).ok());
    format::Schema now = old;
    const auto layout = place_again(now, 600, {}, old);
    ASSERT_TRUE(layout.ok());
    EXPECT_EQ(layout.value().header_extent, 1024);
}

}  // namespace
}  // namespace weft::layout
