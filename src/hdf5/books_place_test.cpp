// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books_place.hpp"

#include <gtest/gtest.h>

namespace weft::hdf5 {
namespace {

Description with_variables(int count) {
    Description description;
    description.dimensions = {{.name = "x", .length = 1000}};
    for (int i = 0; i < count; ++i)
        description.variables.push_back({.name = "v" + std::to_string(i), .dimensions = {0}});
    return description;
}

TEST(BooksPlace, TwoPlacesInTurnInFrontOfTheValues) {
    BooksPlace books;
    books.begin(with_variables(3));
    const BooksPlace::Place first = books.next();
    EXPECT_GE(first.begin, 96) << "behind the superblock";
    EXPECT_GT(first.room, 0);
    books.turn();
    const BooksPlace::Place second = books.next();
    EXPECT_EQ(second.begin, first.begin + first.room);
    EXPECT_LE(second.begin + second.room, books.end());
    books.turn();
    EXPECT_EQ(books.next().begin, first.begin);
}

TEST(BooksPlace, MoreVariablesHaveMoreRoom) {
    BooksPlace few;
    few.begin(with_variables(1));
    BooksPlace many;
    many.begin(with_variables(1000));
    EXPECT_GT(many.next().room, few.next().room + 999 * 500);
}

TEST(BooksPlace, BooksThatAreTooLongMoveToTheEndAndTheOthersStay) {
    BooksPlace books;
    books.begin(with_variables(1));
    books.turn();
    const BooksPlace::Place old = books.next();
    const std::int64_t end = books.move_next(1'000'001, 200'000);
    EXPECT_GE(books.next().begin, 1'000'001);
    EXPECT_GE(books.next().room, 200'000);
    EXPECT_EQ(end, books.next().begin + books.next().room);
    EXPECT_NE(books.next().begin, old.begin);
}

TEST(BooksPlace, AnExistingFileHasNoPlaceForNewBooksYet) {
    BooksPlace books;
    books.begin_behind(5000);
    EXPECT_EQ(books.next().room, 0);
    EXPECT_EQ(books.end(), 5000);
}

}  // namespace
}  // namespace weft::hdf5
