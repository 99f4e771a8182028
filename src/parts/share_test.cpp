// SPDX-License-Identifier: BSD-3-Clause
// The shares of all parts against plain loops over the elements of a block.
#include "parts/share.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "layout/layout.hpp"
#include "layout/test_blocks.hpp"
#include "layout/test_schema.hpp"
#include "parts/part.hpp"

namespace weft::parts {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t record_count = 3;

struct PlacedPart {
    Part part;
    layout::Layout layout;
};

/// A set of one variable, whose parts are placed.
class ShareTest {
public:
    ShareTest(const Numbers& shape, int position, Numbers weights, Numbers epochs)
        : shape_(shape), position_(position) {
        whole_ = layout::schema_of({{types::External::int16, shape}});
        whole_.record_count = record_count;
        table_.weights = std::move(weights);
        table_.epochs = std::move(epochs);
        for (std::size_t i = 0; i < table_.weights.size() * table_.epochs.size(); ++i)
            table_.names.push_back("");
        table_.variables.push_back({.position = position, .number = 1});
        for (int i = 0; i < table_.part_count(); ++i) {
            PlacedPart placed{part_of(whole_, table_, i), {}};
            placed.layout =
                layout::place_variables(layout::cdf5, placed.part.schema, 64, {}).value();
            parts_.push_back(std::move(placed));
        }
    }

    /// The place of an element of the whole: its part, and its offset there.
    std::pair<int, std::int64_t> place_of(const Numbers& index) const {
        const auto at = static_cast<std::size_t>(position_);
        const Ranges ranges = table_.ranges_of(whole_, 0);
        const int epoch = table_.epochs_of(whole_, 0) > 1 ? table_.epoch_at(index[0]) : 0;
        const int range = ranges.part_of(index[at]);
        const int part = table_.part_at(epoch, range);
        Numbers within = index;
        within[at] -= ranges.of_part(range).begin;
        if (whole_.is_record_variable(whole_.variable(0)))
            within[0] -= table_.records_of(epoch).begin;
        const Numbers one(index.size(), 1);
        return {part, layout::file_nest(place_in(part), within.data(), one.data(), nullptr).base()};
    }

    void check(const Numbers& start, const Numbers& count, const Numbers& stride) const {
        std::map<std::pair<int, std::int64_t>, std::int64_t> expected;
        std::int64_t element = 0;
        for_each_index(start, count, stride,
                       [&](const Numbers& index) { expected[place_of(index)] = element++; });
        std::map<std::pair<int, std::int64_t>, std::int64_t> found;
        for (int part = 0; part < table_.part_count(); ++part)
            add_share(part, {start.data(), count.data(), stride.data()}, found);
        ASSERT_EQ(found, expected);
    }

private:
    [[nodiscard]] layout::Place place_in(int part) const {
        const PlacedPart& placed = parts_[static_cast<std::size_t>(part)];
        return layout::place_of(placed.part.schema, placed.layout, 0);
    }

    template <class Found>
    void add_share(int part, const Block& block, Found& found) const {
        const region::Interval range = table_.indices_in(whole_, 0, part);
        if (range.empty()) return;
        const Share share = share_of(
            block, position_, {table_.records_of(table_.epoch_of(part)), range}, place_in(part));
        constexpr std::int64_t bytes = 2;
        share.file.visit(0, share.file.bytes(), [&](const region::RunGroup& group) {
            for (std::int64_t i = 0; i < group.count; ++i) {
                const std::int64_t memory = group.memory + i * group.run;
                for (std::int64_t j = 0; j < group.run; j += bytes)
                    found[{part, group.offset + i * group.pitch + j}] =
                        share.first_element + (memory + j) / bytes;
            }
        });
    }

    template <class Use>
    static void for_each_index(const Numbers& start, const Numbers& count, const Numbers& stride,
                               Use&& use) {
        if (std::ranges::find(count, 0) != count.end()) return;
        Numbers step(start.size(), 0);
        while (true) {
            Numbers index = start;
            for (std::size_t i = 0; i < start.size(); ++i) index[i] += step[i] * stride[i];
            use(index);
            std::size_t level = start.size();
            while (level > 0 && ++step[level - 1] == count[level - 1]) step[--level] = 0;
            if (level == 0) return;
        }
    }

    Numbers shape_;
    int position_;
    model::Schema whole_;
    Table table_;
    std::vector<PlacedPart> parts_;
};

void check_all(const Numbers& shape, int position, const Numbers& weights,
               const Numbers& epochs = {0}) {
    const ShareTest test(shape, position, weights, epochs);
    layout::for_each_block(shape, record_count,
                           [&](const Numbers& start, const Numbers& count, const Numbers& stride) {
                               test.check(start, count, stride);
                           });
}

TEST(Share, EveryBlockOfSmallVariables) {
    for (const Numbers& weights : {Numbers{1}, Numbers{1, 1}, Numbers{3, 1, 2}, Numbers{1, 0, 5}}) {
        check_all({7}, 0, weights);
        check_all({5, 3}, 0, weights);
        check_all({3, 5}, 1, weights);
        check_all({2, 4, 2}, 1, weights);
        check_all({2, 2, 5}, 2, weights);
    }
}

TEST(Share, EveryBlockOfSmallRecordVariables) {
    for (const Numbers& weights : {Numbers{1, 1}, Numbers{3, 1, 2}}) {
        check_all({0, 5}, 1, weights);
        check_all({0, 4, 2}, 1, weights);
        check_all({0, 2, 4}, 2, weights);
    }
}

TEST(Share, EveryBlockOfSmallRecordVariablesInEpochs) {
    for (const Numbers& epochs : {Numbers{0, 1}, Numbers{0, 2}, Numbers{0, 1, 2}, Numbers{0, 3}}) {
        check_all({0, 5}, 1, {3, 1, 2}, epochs);
        check_all({0, 4, 2}, 1, {1, 1}, epochs);
        check_all({0, 2, 4}, 2, {3, 1, 2}, epochs);
        check_all({5, 3}, 0, {1, 1}, epochs);  // which has no epochs
    }
}

TEST(Stripes, EveryRunOfAVariable) {
    const model::Schema whole = layout::schema_of({{types::External::byte, {3, 5, 2}}});
    Table table;
    table.names = {"a", "b", "c"};
    table.weights = {2, 0, 1};
    table.variables = {{1, 1}};
    const Stripes stripes = Stripes::of(whole, table, 0);
    const Ranges ranges = table.ranges_of(whole, 0);
    for (std::int64_t first = 0; first < 30; ++first) {
        for (std::int64_t length = 1; first + length <= 30; ++length) {
            std::int64_t expected = first;
            stripes.visit(first, length,
                          [&](int part, std::int64_t begin, std::int64_t count, std::int64_t into) {
                              ASSERT_EQ(first + into, expected);
                              for (std::int64_t i = 0; i < count; ++i, ++expected) {
                                  const std::int64_t index = expected / 2 % 5;
                                  const region::Interval range = ranges.of_part(part);
                                  ASSERT_EQ(ranges.part_of(index), part);
                                  ASSERT_EQ(
                                      begin + i,
                                      (expected / 10 * range.length() + index - range.begin) * 2 +
                                          expected % 2);
                              }
                          });
            ASSERT_EQ(expected, first + length);
        }
    }
}

/// (record, 2, 5), divided along the last, in epochs from 0, 1 and 3 on.
TEST(Stripes, EveryRunOfARecordVariable) {
    model::Schema whole = layout::schema_of({{types::External::byte, {0, 2, 5}}});
    whole.record_count = 5;
    Table table;
    table.weights = {2, 1};
    table.epochs = {0, 1, 3};
    table.names = {"a", "b", "a1", "b1", "a2", "b2"};
    table.variables = {{2, 1}};
    const Stripes stripes = Stripes::of(whole, table, 0);
    for (std::int64_t first = 0; first < 50; ++first) {
        std::int64_t expected = first;
        stripes.visit(
            first, 50 - first,
            [&](int part, std::int64_t begin, std::int64_t count, std::int64_t into) {
                ASSERT_EQ(first + into, expected);
                for (std::int64_t i = 0; i < count; ++i, ++expected) {
                    const int epoch = table.epoch_at(expected / 10);
                    const region::Interval range = table.indices_in(whole, 0, part);
                    ASSERT_EQ(table.epoch_of(part), epoch);
                    ASSERT_TRUE(range.begin <= expected % 5 && expected % 5 < range.end);
                    const std::int64_t step = expected / 5 - 2 * table.records_of(epoch).begin;
                    ASSERT_EQ(begin + i, step * range.length() + expected % 5 - range.begin);
                }
            });
        ASSERT_EQ(expected, 50);
    }
}

}  // namespace
}  // namespace weft::parts
