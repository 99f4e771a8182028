// SPDX-License-Identifier: BSD-3-Clause
// The contract gives the order of the checks (spec/API.md, 1.4): of two errors the first is
// reported.
#include "dataset/coordinates.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace weft::dataset {
namespace {

using Numbers = std::vector<MPI_Offset>;
constexpr MPI_Offset largest = std::numeric_limits<MPI_Offset>::max();

class Coordinates : public testing::Test {
protected:
    /// A variable of 4 x 5 elements.
    BlockLimits fixed = limits("v", {4, 5});
    /// 3 records of 5 elements, of a file that can hold 100.
    BlockLimits records = record_limits();

    static const model::Schema& schema() {
        static const model::Schema made = [] {
            model::Schema schema;
            schema.add_dimension(model::unlimited_dimension("time"));
            schema.add_dimension({.name = "lat", .length = 5});
            return schema;
        }();
        return made;
    }
    static BlockLimits limits(std::string_view name, ShortArray<std::int64_t, 4> shape) {
        static constexpr std::array<int, 2> dimensions = {0, 1};
        BlockLimits made;
        made.variable = name;
        made.dimensions = dimensions;
        made.schema = &schema();
        made.shape = std::move(shape);
        return made;
    }
    static BlockLimits record_limits() {
        BlockLimits made = limits("r", {3, 5});
        made.has_records = true;
        made.last_start = 200;
        made.most_records = 100;
        return made;
    }

    static Code check(const BlockLimits& bounds, const Numbers& start, const Numbers& count,
                      const Numbers& stride = {}) {
        return check_block(bounds, {.start = start.empty() ? nullptr : start.data(),
                                    .count = count.empty() ? nullptr : count.data(),
                                    .stride = stride.empty() ? nullptr : stride.data(),
                                    .counts_are_one = false})
            .code();
    }
    static Code check_one(const BlockLimits& bounds, const Numbers& start) {
        return check_block(bounds, ones_from(start)).code();
    }
    static BlockArrays ones_from(const Numbers& start) {
        return {.start = start.data(), .count = nullptr, .stride = nullptr, .counts_are_one = true};
    }
};

TEST_F(Coordinates, BlocksInsideTheVariableAreRight) {
    EXPECT_EQ(check(fixed, {0, 0}, {4, 5}), Code::noerr);
    EXPECT_EQ(check(fixed, {3, 4}, {1, 1}), Code::noerr);
    EXPECT_EQ(check(fixed, {0, 0}, {2, 3}, {3, 2}), Code::noerr);
    EXPECT_EQ(check_one(fixed, {3, 4}), Code::noerr);
}

TEST_F(Coordinates, VariablesWithoutDimensionsHaveNothingToCheck) {
    EXPECT_EQ(check(limits("scalar", {}), {}, {}), Code::noerr);
}

TEST_F(Coordinates, StartMustBeInside) {
    EXPECT_EQ(check(fixed, {}, {1, 1}), Code::einvalcoords);
    EXPECT_EQ(check(fixed, {-1, 0}, {1, 1}), Code::einvalcoords);
    EXPECT_EQ(check(fixed, {0, 5}, {1, 1}), Code::einvalcoords);
    EXPECT_EQ(check(fixed, {largest, 0}, {1, 1}), Code::einvalcoords);
    EXPECT_EQ(check_one(fixed, {4, 0}), Code::einvalcoords);
}

TEST_F(Coordinates, StartAtTheEndIsRightForNoElementsUnlessStrict) {
    EXPECT_EQ(check(fixed, {4, 0}, {0, 1}), Code::noerr);
    EXPECT_EQ(check(fixed, {4, 0}, {1, 1}), Code::einvalcoords);
    EXPECT_EQ(check(fixed, {5, 0}, {0, 1}), Code::einvalcoords);
    fixed.relaxed = false;
    EXPECT_EQ(check(fixed, {4, 0}, {0, 1}), Code::einvalcoords);
}

TEST_F(Coordinates, CountMustEndInside) {
    EXPECT_EQ(check(fixed, {0, 0}, {}), Code::eedge);
    EXPECT_EQ(check(fixed, {0, 0}, {-1, 1}), Code::enegativecnt);
    EXPECT_EQ(check(fixed, {0, 0}, {5, 1}), Code::eedge);
    EXPECT_EQ(check(fixed, {1, 0}, {4, 1}), Code::eedge);
    EXPECT_EQ(check(fixed, {1, 1}, {largest, 1}), Code::eedge);
}

TEST_F(Coordinates, StridesMustEndInsideAndBePositive) {
    EXPECT_EQ(check(fixed, {0, 0}, {2, 1}, {4, 1}), Code::eedge);
    EXPECT_EQ(check(fixed, {0, 0}, {2, 1}, {largest, 1}), Code::eedge);
    EXPECT_EQ(check(fixed, {0, 0}, {2, 1}, {0, 1}), Code::estride);
    EXPECT_EQ(check(fixed, {0, 0}, {2, 1}, {-1, 1}), Code::estride);
    EXPECT_EQ(check(fixed, {0, 0}, {1, 1}, {1, largest}), Code::noerr);
}

TEST_F(Coordinates, EarlierChecksPrecedeLaterOnes) {
    EXPECT_EQ(check(fixed, {0, 9}, {9, 1}, {0, 0}), Code::einvalcoords);
    EXPECT_EQ(check(fixed, {0, 0}, {-1, 9}, {0, 0}), Code::enegativecnt);
    EXPECT_EQ(check(fixed, {0, 0}, {1, 9}, {0, 1}), Code::eedge);
}

TEST_F(Coordinates, GetsSeeOnlyTheRecordsThatExist) {
    EXPECT_EQ(check(records, {2, 0}, {1, 5}), Code::noerr);
    EXPECT_EQ(check(records, {3, 0}, {1, 5}), Code::einvalcoords);
    EXPECT_EQ(check(records, {0, 0}, {4, 5}), Code::eedge);
    records.shape[0] = 0;
    EXPECT_EQ(check(records, {0, 0}, {1, 5}), Code::einvalcoords);
}

TEST_F(Coordinates, PutsMayAddRecordsUpToWhatTheFormatHolds) {
    records.may_grow = true;
    EXPECT_EQ(check(records, {50, 0}, {50, 5}), Code::noerr);
    EXPECT_EQ(check(records, {50, 0}, {51, 5}), Code::eedge);
    EXPECT_EQ(check(records, {0, 0}, {34, 5}, {3, 1}), Code::noerr);
    EXPECT_EQ(check(records, {1, 0}, {34, 5}, {3, 1}), Code::eedge);
    EXPECT_EQ(check(records, {201, 0}, {1, 5}), Code::einvalcoords);
    EXPECT_EQ(check(records, {50, 5}, {1, 1}), Code::einvalcoords)
        << "other dimensions do not grow";
}

TEST_F(Coordinates, MessagesNameTheVariableAndTheDimension) {
    const Numbers start = {0, 7};
    EXPECT_EQ(check_block(fixed, ones_from(start)).context(),
              "variable 'v', dimension 1 ('lat'): start 7, but the length is 5");
}

}  // namespace
}  // namespace weft::dataset
