// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/view.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace weft::mpiio {
namespace {

/// Two of every four numbers.
class Half {
public:
    explicit Half(MPI_Datatype number, MPI_Aint number_bytes) {
        MPI_Datatype pair = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(2, number, &pair);
        MPI_Type_create_resized(pair, 0, 4 * number_bytes, &handle_);
        MPI_Type_free(&pair);
    }
    Half(const Half&) = delete;
    Half& operator=(const Half&) = delete;
    ~Half() { MPI_Type_free(&handle_); }
    operator MPI_Datatype() const { return handle_; }

private:
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

View view_of(const View::Description& wanted) {
    View view;
    const Error made = View::make(wanted, view);
    EXPECT_TRUE(made.ok()) << made.sentence();
    return view;
}

int refusal_of(const View::Description& wanted) {
    View view;
    return View::make(wanted, view).error_class();
}

std::vector<std::int64_t> offsets_of(const View& view, region::Interval part) {
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(part.length()), -1);
    const auto shapes = view.shapes_of(part);
    EXPECT_TRUE(shapes.ok()) << shapes.status().context();
    for (const region::FileShape& shape : shapes.value())
        for (std::int64_t i = 0; i < shape.bytes(); ++i)
            offsets[static_cast<std::size_t>(shape.memory_of(i))] = shape.offset_of(i);
    return offsets;
}

TEST(View, OfAFileWithoutOneIsAllBytes) {
    const View view;
    EXPECT_EQ(view.etype_bytes(), 1);
    EXPECT_EQ(view.offset_of(12).value(), 12);
    EXPECT_EQ(view.bytes_below(12), 12);
    EXPECT_EQ(offsets_of(view, {5, 8}), (std::vector<std::int64_t>{5, 6, 7}));
}

TEST(View, ShowsWhatItsFiletypeSelects) {
    const Half half(MPI_INT, 4);
    const View view = view_of({20, MPI_INT, half, Representation::native});
    const std::int64_t places[] = {20, 24, 36, 40, 52};
    for (std::int64_t i = 0; i < 5; ++i) EXPECT_EQ(view.offset_of(4 * i).value(), places[i]);
    EXPECT_EQ(offsets_of(view, {6, 10}), (std::vector<std::int64_t>{26, 27, 36, 37}));
    const std::pair<std::int64_t, std::int64_t> below[] = {{0, 0},  {20, 0},  {21, 1}, {28, 8},
                                                           {36, 8}, {38, 10}, {52, 16}};
    for (const auto& [offset, bytes] : below) EXPECT_EQ(view.bytes_below(offset), bytes) << offset;
    EXPECT_EQ(view.extent_of(half).value(), 16);
}

TEST(View, CountsInExternal32AsTheFileDoes) {
    const Half half(MPI_LONG, 4);  // the extent is what it says
    const View view = view_of({3, MPI_LONG, half, Representation::external32});
    EXPECT_EQ(view.etype_bytes(), 4);
    EXPECT_EQ(view.value_bytes(), 4);
    EXPECT_EQ(view.bytes_of(MPI_LONG).value(), 4);
    EXPECT_EQ(view.offset_of(8).value(), 3 + 16);
    EXPECT_EQ(view.extent_of(MPI_LONG).value(), 4);
}

TEST(View, LastsWhenItIsMovedAndTheProgramFreesItsTypes) {
    View view;
    {
        const Half half(MPI_INT, 4);
        view = view_of({20, MPI_INT, half, Representation::internal});
    }
    const View moved = std::move(view);
    EXPECT_EQ(moved.offset_of(8).value(), 36);
    EXPECT_EQ(moved.representation(), Representation::internal);
    MPI_Datatype filetype = moved.copy_of_filetype();
    int bytes = 0;
    MPI_Type_size(filetype, &bytes);
    EXPECT_EQ(bytes, 8);
    MPI_Type_free(&filetype);
}

TEST(View, RefusesWhatCannotBe) {
    const Half half(MPI_INT, 4);
    const auto native = Representation::native;
    EXPECT_EQ(refusal_of({-1, MPI_INT, MPI_INT, native}), MPI_ERR_ARG);
    EXPECT_EQ(refusal_of({0, MPI_DATATYPE_NULL, MPI_INT, native}), MPI_ERR_TYPE);
    EXPECT_EQ(refusal_of({0, MPI_INT, MPI_DATATYPE_NULL, native}), MPI_ERR_TYPE);
    EXPECT_EQ(refusal_of({0, MPI_DOUBLE_COMPLEX, half, native}), MPI_ERR_ARG);
    EXPECT_EQ(refusal_of({0, MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, Representation::external32}),
              MPI_ERR_UNSUPPORTED_DATAREP);
    MPI_Datatype falling = MPI_DATATYPE_NULL;
    MPI_Type_vector(2, 1, -2, MPI_INT, &falling);
    EXPECT_EQ(refusal_of({100, MPI_INT, falling, native}), MPI_ERR_ARG);
    MPI_Type_free(&falling);
    const View view = view_of({20, MPI_INT, half, native});
    EXPECT_EQ(view.offset_of(std::numeric_limits<std::int64_t>::max() - 8).code(), Code::einval);
}

TEST(View, ShowsBlocksThatOverlapOnlyWhereItIsRead) {
    const auto native = Representation::native;
    MPI_Datatype windows = MPI_DATATYPE_NULL;  // three numbers, and three from the second on
    MPI_Type_vector(2, 3, 1, MPI_INT, &windows);
    EXPECT_EQ(refusal_of({0, MPI_INT, windows, native, true}), MPI_ERR_ARG);
    const View view = view_of({8, MPI_INT, windows, native, false});
    const std::int64_t numbers[] = {0, 1, 2, 1, 2, 3, 4, 5, 6, 5};
    for (std::int64_t i = 0; i < 10; ++i)
        EXPECT_EQ(view.offset_of_etype(i).value(), 8 + 4 * numbers[i]);
    EXPECT_EQ(offsets_of(view, {10, 14}), (std::vector<std::int64_t>{18, 19, 12, 13}));
    EXPECT_EQ(view.bytes_below(8), 0);
    EXPECT_EQ(view.bytes_below(16), 8);
    EXPECT_EQ(view.bytes_below(20), 20);
    EXPECT_FALSE(view.is_dense());
    MPI_Type_free(&windows);
}

}  // namespace
}  // namespace weft::mpiio
