// SPDX-License-Identifier: BSD-3-Clause
// Carries moves out on bytes, and finds every old value at its new place.
#include "layout/moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/test_seeds.hpp"
#include "layout/test_schema.hpp"

namespace weft::layout {
namespace {

using types::External;

constexpr std::int64_t old_header = 100;

/// A file before and after a redefinition.
struct Change {
    model::Schema old;
    Layout old_layout;
    model::Schema now;
    Layout layout;
    std::int64_t records = 0;

    [[nodiscard]] std::vector<Move> moves() const {
        return moves_between(old, old_layout, layout, records);
    }
};

std::int64_t slab(const model::Schema& schema, int id) {
    const model::Variable& variable = schema.variable(id);
    std::int64_t bytes = types::size_of(variable.type);
    for (const std::int64_t length : schema.shape_of(variable))
        bytes *= std::max<std::int64_t>(length, 1);
    return bytes;
}

/// Calls `use(old offset, new offset)` for every byte of every old value.
template <class Use>
void for_each_byte(const Change& change, Use&& use) {
    for (int id = 0; id < change.old.variable_count(); ++id) {
        const model::Variable& variable = change.old.variable(id);
        const bool record = change.old.is_record_variable(variable);
        for (std::int64_t k = 0; k < (record ? change.records : 1); ++k) {
            for (std::int64_t i = 0; i < slab(change.old, id); ++i) {
                use(change.old_layout.begin(id) + k * change.old_layout.record_bytes + i,
                    change.layout.begin(id) + k * change.layout.record_bytes + i);
            }
        }
    }
}

/// The bytes [begin, end) of all moves.
std::vector<MovePart> stretches_of(const std::vector<Move>& moves, std::int64_t begin,
                                   std::int64_t end) {
    std::vector<MovePart> stretches;
    const Status status = each_move_part(moves, begin, end, [&](const MovePart& stretch) {
        stretches.push_back(stretch);
        return Status();
    });
    EXPECT_TRUE(status.ok());
    return stretches;
}

/// Makes the new file: moves in portions of `portion` bytes, from the last to the first, within one
/// array.
std::vector<int> moved(const Change& change, std::vector<int> file, std::int64_t portion) {
    file.resize(static_cast<std::size_t>(change.layout.file_bytes(change.records)) + 64);
    const std::vector<Move> moves = change.moves();
    std::int64_t total = 0;
    for (const Move& move : moves) total += move.bytes();
    for (std::int64_t end = total; end > 0; end -= portion) {
        const std::vector<MovePart> stretches =
            stretches_of(moves, std::max<std::int64_t>(0, end - portion), end);
        std::vector<int> window;
        for (const MovePart& stretch : stretches)
            window.insert(window.end(), file.begin() + stretch.from,
                          file.begin() + stretch.from + stretch.length);
        auto next = window.begin();
        for (const MovePart& stretch : stretches) {
            std::copy_n(next, stretch.length, file.begin() + stretch.to);
            next += stretch.length;
        }
    }
    return file;
}

void check(const Change& change) {
    std::vector<int> file(static_cast<std::size_t>(change.old_layout.file_bytes(change.records)) +
                          64);
    for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<int>(i) + 1;
    for (const std::int64_t portion : {1, 7, 100'000}) {
        const std::vector<int> after = moved(change, file, portion);
        for_each_byte(change, [&](std::int64_t from, std::int64_t to) {
            ASSERT_EQ(after[static_cast<std::size_t>(to)], from + 1)
                << "portions of " << portion << ", byte " << from << " belongs at " << to;
        });
    }
    std::int64_t last_from = 0;
    std::int64_t last_to = 0;
    for (const Move& move : change.moves()) {
        EXPECT_GE(move.to, move.from);
        EXPECT_GE(move.to_pitch, move.from_pitch);
        EXPECT_GT(move.length, 0);
        EXPECT_GE(move.from, last_from);
        EXPECT_GE(move.to, last_to);
        last_from = move.from + (move.count - 1) * move.from_pitch + move.length;
        last_to = move.to + (move.count - 1) * move.to_pitch + move.length;
    }
}

/// False if the old file cannot be changed in this way.
void move_again(Change& change, const std::vector<TestVariable>& more, std::int64_t growth,
                const Alignment& alignment) {
    change.now = change.old;
    add_variables(change.now, more);
    const format::HeaderView old{cdf5, change.old, change.old_layout.begins};
    const auto layout = place_variables(cdf5, change.now, old_header + growth, alignment, &old);
    ASSERT_TRUE(layout.ok());
    change.layout = layout.value();
}

const std::vector<std::vector<TestVariable>> old_lists = {
    {},
    {fixed_odd, fixed_even},
    {record_odd},
    {record_even},
    {record_odd, record_even},
    {fixed_odd, record_odd},
    {record_even, fixed_even, record_odd, fixed_odd},
};

TEST(Moves, BringEveryOldValueToItsNewPlace) {
    for (const std::vector<TestVariable>& list : old_lists) {
        for (const std::vector<TestVariable>& more :
             {std::vector<TestVariable>{}, {fixed_even}, {record_odd}, {record_even, fixed_odd}}) {
            for (const std::int64_t growth : {0, 4, 2000}) {
                for (const std::int64_t align : {4, 64, 512}) {
                    for (const std::int64_t records : {0, 1, 5}) {
                        Change change;
                        change.old = schema_of(list);
                        change.records = records;
                        const auto before = place_variables(
                            cdf5, change.old, old_header, {.variable_align = 4, .record_align = 4});
                        ASSERT_TRUE(before.ok());
                        change.old_layout = before.value();
                        move_again(change, more, growth,
                                   {.variable_align = align, .record_align = align});
                        ASSERT_NO_FATAL_FAILURE(check(change));
                    }
                }
            }
        }
    }
}

TEST(Moves, FilesWithGapsAndVariablesOutOfOrder) {
    for (const std::uint64_t seed : test_seeds(300)) {
        std::mt19937_64 random(seed);
        const auto between = [&](int low, int high) {
            return std::uniform_int_distribution(low, high)(random);
        };
        Change change;
        change.old =
            schema_of({fixed_odd, fixed_even, fixed_odd, fixed_even, record_odd, record_even});
        std::vector<int> order = {0, 1, 2, 3};
        std::shuffle(order.begin(), order.end(), random);
        std::int64_t at = old_header;
        format::Begins begins(6);
        for (const int id : order) {
            at += 4 * between(0, 20);
            begins[static_cast<std::size_t>(id)] = at;
            at += (slab(change.old, id) + 3) / 4 * 4;
        }
        at += 4 * between(0, 20);
        const bool swapped = between(0, 1) == 1;
        begins[4] = swapped ? at + 8 : at;
        begins[5] = swapped ? at : at + 4;
        const auto before = layout_of({cdf5, change.old, begins});
        ASSERT_TRUE(before.ok());
        change.old_layout = before.value();
        change.records = between(0, 4);
        move_again(change, {record_even, fixed_odd}, between(0, 300), {.variable_align = 4});
        ASSERT_NO_FATAL_FAILURE(check(change)) << replay_of(seed);
    }
}

TEST(Moves, AnUnpaddedRecordVariableThatGetsCompanyIsSpreadOut) {
    Change change;
    change.old = schema_of({record_odd});
    change.records = 4;
    const auto before = place_variables(cdf5, change.old, old_header, {});
    ASSERT_TRUE(before.ok());
    change.old_layout = before.value();
    ASSERT_EQ(change.old_layout.record_bytes, 3);
    move_again(change, {record_even}, 0, {});
    const std::vector<Move> moves = change.moves();
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_EQ(moves[0].length, 3);
    EXPECT_EQ(moves[0].count, 4);
    EXPECT_EQ(moves[0].from_pitch, 3);
    EXPECT_EQ(moves[0].to_pitch, 12);
    ASSERT_NO_FATAL_FAILURE(check(change));
}

TEST(Moves, WhatStaysDoesNotAppear) {
    Change change;
    change.old = schema_of({fixed_odd, record_even, record_odd});
    change.records = 10;
    const auto before = place_variables(cdf5, change.old, old_header, {});
    ASSERT_TRUE(before.ok());
    change.old_layout = before.value();
    move_again(change, {}, 300, {});
    EXPECT_TRUE(change.moves().empty());
}

TEST(Moves, NeighboursWithOneDistanceAreOneMove) {
    Change change;
    change.old = schema_of({fixed_even, fixed_even, fixed_even});
    const auto before = place_variables(cdf5, change.old, old_header, {});
    ASSERT_TRUE(before.ok());
    change.old_layout = before.value();
    move_again(change, {}, 1000, {});
    const std::vector<Move> moves = change.moves();
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_EQ(moves[0].length, 240);
}

TEST(Stretches, CutTheMovesAtAnyTwoBytes) {
    const std::vector<Move> moves = {
        {.from = 10, .to = 20, .length = 7},
        {.from = 30, .to = 50, .length = 3, .count = 4, .from_pitch = 5, .to_pitch = 8}};
    std::vector<std::pair<std::int64_t, std::int64_t>> bytes;
    for (const Move& move : moves) {
        for (std::int64_t k = 0; k < move.count; ++k) {
            for (std::int64_t i = 0; i < move.length; ++i)
                bytes.emplace_back(move.from + k * move.from_pitch + i,
                                   move.to + k * move.to_pitch + i);
        }
    }
    for (std::size_t begin = 0; begin <= bytes.size(); ++begin) {
        for (std::size_t end = begin; end <= bytes.size(); ++end) {
            std::vector<std::pair<std::int64_t, std::int64_t>> cut;
            for (const MovePart& stretch : stretches_of(moves, static_cast<std::int64_t>(begin),
                                                        static_cast<std::int64_t>(end))) {
                ASSERT_GT(stretch.length, 0);
                for (std::int64_t i = 0; i < stretch.length; ++i)
                    cut.emplace_back(stretch.from + i, stretch.to + i);
            }
            ASSERT_TRUE(std::equal(cut.begin(), cut.end(),
                                   bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                                   bytes.begin() + static_cast<std::ptrdiff_t>(end)));
        }
    }
}

TEST(Moves, EndWithTheFirstStretchThatFails) {
    const std::vector<Move> moves = {{.from = 0, .to = 10, .length = 5},
                                     {.from = 8, .to = 20, .length = 5}};
    int calls = 0;
    const Status status = each_move_part(moves, 0, 10, [&](const MovePart&) {
        ++calls;
        return Status(Code::ewrite, "the disk");
    });
    EXPECT_EQ(status.code(), Code::ewrite);
    EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace weft::layout
