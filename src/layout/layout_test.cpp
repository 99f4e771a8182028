// SPDX-License-Identifier: BSD-3-Clause
// Places of variables against the formulas of the contract, written a second time.
#include "layout/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "format/header_writer.hpp"
#include "layout/test_schema.hpp"

namespace weft::layout {
namespace {

using types::External;

std::int64_t up(std::int64_t value, std::int64_t unit) {
    while (value % unit != 0) ++value;
    return value;
}

std::int64_t slab(const TestVariable& variable) {
    std::int64_t bytes = types::size_of(variable.type);
    for (const std::int64_t length : variable.shape) bytes *= length == 0 ? 1 : length;
    return bytes;
}

bool is_record(const TestVariable& variable) {
    return !variable.shape.empty() && variable.shape.front() == 0;
}

/// Places variables in order of definition, all of `old` first, as the contract says.
struct Expected {
    std::int64_t extent = 0;
    std::int64_t record_begin = 0;
    std::int64_t record_bytes = 0;
    std::vector<std::int64_t> begins;
};

struct Old {
    std::int64_t extent = 0;
    std::int64_t record_begin = 0;
};

Expected expected_layout(const std::vector<TestVariable>& variables, std::int64_t header,
                         const Alignment& alignment, const Old& old) {
    Expected result;
    std::int64_t fixed_bytes = 0;
    std::int64_t records = 0;
    std::int64_t plain_record = 0;
    for (const TestVariable& variable : variables) {
        if (is_record(variable)) {
            ++records;
            plain_record = slab(variable);
            result.record_bytes += up(slab(variable), 4);
        } else {
            fixed_bytes += up(slab(variable), 4);
        }
    }
    if (records == 1) result.record_bytes = plain_record;
    const auto rounded = [](std::int64_t value) { return up(std::max<std::int64_t>(value, 1), 4); };
    const std::int64_t v_align = rounded(alignment.variable_align.value_or(512));
    const std::int64_t r_align =
        rounded(alignment.record_align.value_or(fixed_bytes > 0 ? 4 : 512));
    const std::int64_t wanted = header + alignment.header_free;
    if (fixed_bytes > 0) {
        result.extent = up(std::max(wanted, old.extent), v_align);
        result.record_begin =
            up(std::max(result.extent + fixed_bytes + alignment.variable_free, old.record_begin),
               r_align);
    } else {
        result.extent = result.record_begin = up(std::max(wanted, old.record_begin), r_align);
    }
    std::int64_t fixed_at = result.extent;
    std::int64_t record_at = result.record_begin;
    for (const TestVariable& variable : variables) {
        std::int64_t& at = is_record(variable) ? record_at : fixed_at;
        result.begins.push_back(at);
        at += up(slab(variable), 4);
    }
    return result;
}

void check(const Layout& layout, const Expected& expected) {
    EXPECT_EQ(layout.header_extent, expected.extent);
    if (layout.record_bytes > 0) {
        EXPECT_EQ(layout.record_begin, expected.record_begin);
    }
    EXPECT_EQ(layout.record_bytes, expected.record_bytes);
    EXPECT_EQ(layout.begins, expected.begins);
}

const std::vector<std::vector<TestVariable>> lists = {
    {fixed_odd},
    {fixed_odd, fixed_even},
    {record_odd},
    {record_odd, record_even},
    {fixed_odd, record_odd},
    {record_even, fixed_even, record_odd, fixed_odd},
};

std::vector<Alignment> alignments() {
    std::vector<Alignment> all;
    using Given = std::optional<std::int64_t>;
    for (const std::int64_t header_free : {0, 1, 1000}) {
        for (const Given variable_align :
             {Given(), Given(0), Given(1), Given(4), Given(7), Given(4096)}) {
            for (const std::int64_t variable_free : {0, 5, 700}) {
                for (const Given record_align :
                     {Given(), Given(0), Given(3), Given(100), Given(1024)})
                    all.push_back({header_free, variable_align, variable_free, record_align});
            }
        }
    }
    return all;
}

TEST(Layout, FollowsTheFormulasOfTheContract) {
    for (const std::vector<TestVariable>& list : lists) {
        for (const Alignment& alignment : alignments()) {
            for (const std::int64_t header : {80, 81, 512, 5000}) {
                model::Schema schema = schema_of(list);
                const auto layout = place_variables(cdf5, schema, header, alignment);
                ASSERT_TRUE(layout.ok());
                check(layout.value(), expected_layout(list, header, alignment, {}));
            }
        }
    }
}

TEST(Layout, WithoutVariablesDataBeginBehindTheHeader) {
    model::Schema schema;
    const auto layout = place_variables(cdf5, schema, 48, {.header_free = 100});
    ASSERT_TRUE(layout.ok());
    EXPECT_EQ(layout.value().header_extent, 48);
    EXPECT_EQ(layout.value().file_bytes(5), 48);
}

TEST(Layout, RedefinitionFollowsTheFormulasToo) {
    // All variables of the old file were placed in order, without gaps.
    for (const std::vector<TestVariable>& list : lists) {
        for (const std::vector<TestVariable>& more :
             {std::vector<TestVariable>{}, {fixed_even}, {record_odd}, {record_even, fixed_odd}}) {
            for (const Alignment& alignment : alignments()) {
                for (const std::int64_t growth : {0, 8, 2000}) {
                    const model::Schema old = schema_of(list);
                    const auto before = place_variables(cdf5, old, 100, {});
                    ASSERT_TRUE(before.ok());
                    const format::HeaderView old_header{cdf5, old, before.value().begins};
                    model::Schema now = old;
                    add_variables(now, more);
                    const auto after =
                        place_variables(cdf5, now, 100 + growth, alignment, &old_header);
                    ASSERT_TRUE(after.ok());
                    std::vector<TestVariable> all = list;
                    all.insert(all.end(), more.begin(), more.end());
                    const Old places{before.value().header_extent, before.value().record_bytes > 0
                                                                       ? before.value().record_begin
                                                                       : 0};
                    check(after.value(), expected_layout(all, 100 + growth, alignment, places));
                }
            }
        }
    }
}

TEST(Layout, OldVariablesKeepTheirOrderInTheFileAndNeverMoveForward) {
    // The variables are as another library might have written them: out of order, with gaps.
    const model::Schema old =
        schema_of({fixed_even, fixed_odd, fixed_even, record_even, record_odd});
    const std::int64_t begins[] = {1000, 400, 700, 2008, 2004};
    const format::HeaderView old_header{cdf5, old, begins};
    for (const std::int64_t header : {100, 450, 900, 3000}) {
        model::Schema now = old;
        add_variables(now, {fixed_odd, record_even});
        const auto layout = place_variables(cdf5, now, header, {.variable_align = 4}, &old_header);
        ASSERT_TRUE(layout.ok());
        const auto begin = [&layout](int id) { return layout.value().begin(id); };
        for (int id = 0; id < 5; ++id) EXPECT_GE(begin(id), begins[id]);
        EXPECT_LE(std::max(header, std::int64_t{400}), begin(1));
        EXPECT_LE(begin(1) + 4, begin(2));
        EXPECT_LE(begin(2) + 80, begin(0));
        EXPECT_LE(begin(0) + 80, begin(5));
        EXPECT_LE(begin(5) + 4, begin(4));
        EXPECT_EQ(begin(4) + 4, begin(3));
        EXPECT_EQ(begin(3) + 8, begin(6));
        EXPECT_EQ(layout.value().header_extent, begin(1));
        EXPECT_EQ(layout.value().record_begin, begin(4));
        EXPECT_EQ(layout.value().record_bytes, 20);
    }
}

TEST(Layout, IsTheSameWhenReadBack) {
    for (const std::vector<TestVariable>& list : lists) {
        for (const Alignment& alignment : alignments()) {
            const model::Schema schema = schema_of(list);
            const auto placed =
                place_variables(cdf5, schema, format::header_bytes(cdf5, schema), alignment);
            ASSERT_TRUE(placed.ok());
            const auto read = layout_of({cdf5, schema, placed.value().begins});
            ASSERT_TRUE(read.ok());
            EXPECT_EQ(read.value().header_extent, placed.value().header_extent);
            EXPECT_EQ(read.value().fixed_end, placed.value().fixed_end);
            EXPECT_EQ(read.value().record_begin, placed.value().record_begin);
            EXPECT_EQ(read.value().record_bytes, placed.value().record_bytes);
        }
    }
}

TEST(Layout, ACompleteFileEndsBehindItsLastRecord) {
    model::Schema schema = schema_of({fixed_odd, record_odd, record_even});
    const auto layout = place_variables(cdf5, schema, 100, {});
    ASSERT_TRUE(layout.ok());
    EXPECT_EQ(layout.value().file_bytes(0), 516);
    EXPECT_EQ(layout.value().file_bytes(3), 516 + 3 * 12);
}

TEST(Layout, OffsetsBehindTheFormatsLimitAreRefused) {
    const TestVariable large{External::byte, {std::int64_t{1} << 30}};
    for (const format::Version version : {format::Version::cdf1, format::Version::cdf2}) {
        const model::Schema schema = schema_of({large, large, fixed_odd});
        const auto layout = place_variables(version, schema, 100, {});
        EXPECT_EQ(layout.code(), version == format::Version::cdf1 ? Code::evarsize : Code::noerr);
    }
}

TEST(Layout, AlignmentsOfAnySizeAreRefusedRatherThanWrappedAround) {
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    const Alignment all[] = {{.header_free = huge},
                             {.variable_align = huge},
                             {.variable_free = huge},
                             {.record_align = huge},
                             {huge, huge, huge, huge}};
    for (const Alignment& alignment : all) {
        model::Schema schema = schema_of({fixed_odd, record_odd});
        EXPECT_EQ(place_variables(cdf5, schema, 100, alignment).code(), Code::evarsize);
    }
}

TEST(Layout, SizesThatOverflowAreRefused) {
    const TestVariable half{External::byte, {std::int64_t{1} << 61}};
    for (const bool records : {false, true}) {
        TestVariable variable = half;
        if (records) variable.shape.insert(variable.shape.begin(), 0);
        model::Schema schema = schema_of({variable, variable, variable, variable});
        EXPECT_EQ(place_variables(cdf5, schema, 100, {}).code(), Code::evarsize);
        const std::int64_t begins[4] = {};
        EXPECT_EQ(layout_of({cdf5, schema, begins}).code(), Code::evarsize);
    }
}

}  // namespace
}  // namespace weft::layout
