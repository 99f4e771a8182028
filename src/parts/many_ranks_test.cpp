// SPDX-License-Identifier: BSD-3-Clause
// A call of 4,096 ranks to a set of 156 parts, as many as paper 4 had targets: each element of a
// part belongs to one rank, and the parts have equal sizes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "layout/layout.hpp"
#include "layout/test_schema.hpp"
#include "parts/part.hpp"
#include "parts/share.hpp"

namespace weft::parts {
namespace {

using Indices = std::array<std::int64_t, 3>;

constexpr int part_count = 156;
constexpr std::int64_t edge = 16;  // ranks along each dimension
constexpr Indices array_shape = {1000, 64, 8192};
constexpr std::int64_t element = 8;

/// The beginning of the block of a rank.
std::int64_t cut(std::int64_t length, std::int64_t number) {
    return length * number / edge;
}

/// Counts the owners of each stretch of a part with the length of the ranks' runs.
class Owners {
public:
    Owners(const model::Schema& whole, const Table& table, int number)
        : range_(table.ranges_of(whole, 0).of_part(number)),
          schema_(part_of(whole, table, number).schema) {
        record_bytes_ =
            layout::place_variables(layout::cdf5, schema_, 512, {}).value().record_bytes;
        counts_.resize(static_cast<std::size_t>(range_.length() * array_shape[1] * edge));
    }

    void add(const Indices& start, const Indices& count) {
        const Indices stride = {1, 1, 1};
        const layout::Place place{schema_, schema_.variable(0), 0, record_bytes_};
        const Share share =
            share_of({start.data(), count.data(), stride.data()}, 0, {{}, range_}, place);
        constexpr std::int64_t run = array_shape[2] / edge * element;
        share.file.visit(0, share.file.bytes(), [&](const region::RunGroup& group) {
            ASSERT_EQ(group.run, run);
            for (std::int64_t i = 0; i < group.count; ++i) {
                const std::int64_t at = group.offset + i * group.pitch;
                ASSERT_EQ(at % run, 0);
                ++counts_.at(static_cast<std::size_t>(at / run));
            }
        });
    }

    [[nodiscard]] const region::Interval& range() const { return range_; }
    [[nodiscard]] bool each_has_one() const {
        return std::ranges::all_of(counts_, [](std::uint8_t count) { return count == 1; });
    }

private:
    region::Interval range_;
    model::Schema schema_;
    std::int64_t record_bytes_ = 0;
    std::vector<std::uint8_t> counts_;
};

TEST(ManyRanks, EachElementOf156PartsIsOneRanks) {
    const model::Schema whole = layout::schema_of(
        {{types::External::float64, {array_shape[0], array_shape[1], array_shape[2]}}});
    Table table{.names = {}, .weights = std::vector<std::int64_t>(part_count, 1), .variables = {}};
    for (int number = 0; number < part_count; ++number)
        table.names.push_back(std::to_string(number));
    divide_new_variables(whole, {}, table);
    for (int number = 0; number < part_count; ++number) {
        Owners owners(whole, table, number);
        EXPECT_GE(owners.range().length(), array_shape[0] / part_count);
        EXPECT_LE(owners.range().length(), array_shape[0] / part_count + 1);
        for (std::int64_t rank = 0; rank < edge * edge * edge; ++rank) {
            const Indices place = {rank / edge / edge, rank / edge % edge, rank % edge};
            Indices start;
            Indices count;
            for (std::size_t i = 0; i < 3; ++i) {
                start[i] = cut(array_shape[i], place[i]);
                count[i] = cut(array_shape[i], place[i] + 1) - start[i];
            }
            if (start[0] < owners.range().end && start[0] + count[0] > owners.range().begin)
                owners.add(start, count);
        }
        ASSERT_TRUE(owners.each_has_one()) << "part " << number;
    }
}

}  // namespace
}  // namespace weft::parts
