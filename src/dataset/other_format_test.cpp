// SPDX-License-Identifier: BSD-3-Clause
// A dataset with a container that Weft does not have (test_folder_container.cpp): the dataset works
// with any.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"

namespace weft::dataset {
namespace {

namespace fs = std::filesystem;
using types::External;
using types::Memory;

class OtherFormat : public testing::Test {
protected:
    OtherFormat() : folder_(fs::temp_directory_path() / fmt::format("weft-other-{}", ::getpid())) {
        fs::create_directory(folder_);
    }
    ~OtherFormat() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path() const { return folder_ / "data.folder"; }

    [[nodiscard]] std::shared_ptr<Dataset> create() const {
        const Opened made =
            Dataset::create(MPI_COMM_SELF, path().c_str(), mode_flags::cdf5, 1, {}, {});
        EXPECT_TRUE(made.status.ok()) << made.status.context();
        return made.dataset;
    }
    [[nodiscard]] std::shared_ptr<Dataset> open(int flags = 0) const {
        const Opened opened = Dataset::open(MPI_COMM_SELF, path().c_str(), flags, {}, {});
        EXPECT_TRUE(opened.status.ok()) << opened.status.context();
        return opened.dataset;
    }

    fs::path folder_;
};

Status move(Dataset& dataset, Direction direction, int variable, std::vector<int>& values,
            const std::vector<MPI_Offset>& start, const std::vector<MPI_Offset>& count,
            const std::vector<MPI_Offset>& stride) {
    return dataset.access({.direction = direction,
                           .mode = Mode::collective,
                           .variable_id = variable,
                           .selection = {.shape = Selection::Shape::strided,
                                         .start = start.data(),
                                         .count = count.data(),
                                         .stride = stride.data()},
                           .buffer = {.address = values.data(), .type = Memory::int_}});
}

TEST_F(OtherFormat, KeepsDefinitionsAttributesAndValues) {
    const auto made = create();
    EXPECT_EQ(made->define_dimension("time", 0).value(), 0);
    EXPECT_EQ(made->define_dimension("x", 5).value(), 1);
    const int dimensions[] = {0, 1};
    EXPECT_EQ(
        made->define_variable("field", static_cast<int>(External::int32), 2, dimensions).value(),
        0);
    EXPECT_EQ(made->define_variable("fixed", static_cast<int>(External::int16), 1, dimensions + 1)
                  .value(),
              1);
    EXPECT_TRUE(made->put_attribute(0, "units", static_cast<int>(External::character),
                                    {.address = "K", .type = Memory::text, .count = 1})
                    .ok());
    ASSERT_TRUE(made->enddef({}).ok());
    std::vector<int> values(10);
    std::iota(values.begin(), values.end(), 1);
    EXPECT_TRUE(move(*made, Direction::put, 0, values, {1, 0}, {2, 5}, {1, 1}).ok());
    std::vector<int> few = {7, 8};
    EXPECT_TRUE(move(*made, Direction::put, 1, few, {1}, {2}, {2}).ok());
    ASSERT_TRUE(made->close().ok());
    EXPECT_TRUE(fs::exists(path() + ".values/1"));

    const auto opened = open();
    EXPECT_EQ(opened->schema().record_count, 3);
    EXPECT_EQ(opened->definition().find_attribute(0, "units").value(), 0);
    std::vector<int> got(10);
    EXPECT_TRUE(move(*opened, Direction::get, 0, got, {1, 0}, {2, 5}, {1, 1}).ok());
    EXPECT_EQ(got, values);
    got.resize(2);
    EXPECT_TRUE(move(*opened, Direction::get, 1, got, {1}, {2}, {2}).ok());
    EXPECT_EQ(got, few);
    EXPECT_TRUE(opened->close().ok());
}

TEST_F(OtherFormat, IsRedefinedAndKeepsWhatItHad) {
    const auto made = create();
    (void)made->define_dimension("x", 4);
    const int dimension = 0;
    (void)made->define_variable("a", static_cast<int>(External::int32), 1, &dimension);
    ASSERT_TRUE(made->enddef({}).ok());
    std::vector<int> values = {1, 2, 3, 4};
    EXPECT_TRUE(move(*made, Direction::put, 0, values, {0}, {4}, {1}).ok());
    ASSERT_TRUE(made->redef().ok());
    EXPECT_TRUE(made->set_fill(0, nullptr).ok());  // NC_FILL
    (void)made->define_variable("b", static_cast<int>(External::int32), 1, &dimension);
    ASSERT_TRUE(made->enddef({}).ok());
    EXPECT_TRUE(made->rename_variable(0, "A").ok());
    ASSERT_TRUE(made->close().ok());

    const auto opened = open(mode_flags::write);
    EXPECT_EQ(opened->definition().find_variable("A").value(), 0);
    std::vector<int> got(4);
    EXPECT_TRUE(move(*opened, Direction::get, 0, got, {0}, {4}, {1}).ok());
    EXPECT_EQ(got, values);
    EXPECT_TRUE(move(*opened, Direction::get, 1, got, {0}, {4}, {1}).ok());
    EXPECT_EQ(got, std::vector<int>(4, -2147483647));  // NC_FILL_INT
    EXPECT_TRUE(opened->close().ok());
}

/// Random strided puts and gets against a plain array.
TEST_F(OtherFormat, RandomAccessesAsAPlainArray) {
    std::mt19937 random(5);
    const auto made = create();
    (void)made->define_dimension("y", 7);
    (void)made->define_dimension("x", 9);
    const int dimensions[] = {0, 1};
    (void)made->define_variable("v", static_cast<int>(External::int32), 2, dimensions);
    ASSERT_TRUE(made->enddef({}).ok());
    std::array<std::array<int, 9>, 7> model{};
    std::vector<int> all(63);
    ASSERT_TRUE(move(*made, Direction::put, 0, all, {0, 0}, {7, 9}, {1, 1}).ok());
    const auto pick = [&](MPI_Offset length, MPI_Offset& start, MPI_Offset& count,
                          MPI_Offset& stride) {
        start = static_cast<MPI_Offset>(random()) % length;
        stride = 1 + static_cast<MPI_Offset>(random()) % 3;
        count = 1 + static_cast<MPI_Offset>(random()) % ((length - 1 - start) / stride + 1);
    };
    for (int round = 0; round < 300; ++round) {
        std::vector<MPI_Offset> start(2);
        std::vector<MPI_Offset> count(2);
        std::vector<MPI_Offset> stride(2);
        pick(7, start[0], count[0], stride[0]);
        pick(9, start[1], count[1], stride[1]);
        std::vector<int> values(static_cast<std::size_t>(count[0] * count[1]));
        const bool put = random() % 2 == 0;
        if (put) std::ranges::generate(values, [&] { return static_cast<int>(random() % 1000); });
        ASSERT_TRUE(
            move(*made, put ? Direction::put : Direction::get, 0, values, start, count, stride)
                .ok());
        std::size_t at = 0;
        for (MPI_Offset y = 0; y < count[0]; ++y) {
            for (MPI_Offset x = 0; x < count[1]; ++x) {
                int& element = model[static_cast<std::size_t>(start[0] + y * stride[0])]
                                    [static_cast<std::size_t>(start[1] + x * stride[1])];
                if (put) element = values[at];
                ASSERT_EQ(values[at++], element) << "round " << round;
            }
        }
    }
    EXPECT_TRUE(made->close().ok());
}

}  // namespace
}  // namespace weft::dataset
