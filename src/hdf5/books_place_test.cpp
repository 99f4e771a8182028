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
    EXPECT_EQ(second.begin, first.begin + first.room + BooksPlace::record_bytes);
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

TEST(BooksPlace, ALaterWriterFindsBothPlaces) {
    constexpr std::int64_t file_bytes = 1 << 20;
    BooksPlace books;
    books.begin(with_variables(3));
    books.turn();
    const BooksPlace::Record record = books.record();
    const BooksPlace::Place mine = books.next();
    books.turn();
    BooksPlace later;
    ASSERT_TRUE(later.resume(record, mine.begin, file_bytes));
    EXPECT_EQ(later.next().begin, books.next().begin);
    EXPECT_EQ(later.next().room, books.next().room);
    later.turn();
    EXPECT_EQ(later.next().begin, mine.begin);
    EXPECT_TRUE(later.touches(mine.begin - 1, 1)) << "its record";
    EXPECT_TRUE(later.touches(mine.begin + mine.room - 1, 1));
    EXPECT_FALSE(later.touches(mine.begin + mine.room, 1000));
}

TEST(BooksPlace, NoOtherRecordIsBelieved) {
    constexpr std::int64_t file_bytes = 1 << 20;
    BooksPlace books;
    books.begin(with_variables(3));
    const BooksPlace::Record record = books.record();
    const std::int64_t begin = books.next().begin;
    BooksPlace later;
    EXPECT_FALSE(later.resume({}, begin, file_bytes));
    EXPECT_FALSE(later.resume(record, begin + 8, file_bytes)) << "of other books";
    EXPECT_FALSE(later.resume(record, begin, 2000)) << "the file is shorter";
    for (std::size_t i = 0; i < record.size(); ++i) {
        BooksPlace::Record damaged = record;
        damaged[i] ^= std::byte{1};
        EXPECT_FALSE(later.resume(damaged, begin, file_bytes)) << i;
    }
    EXPECT_TRUE(later.resume(record, begin, file_bytes));
}

}  // namespace
}  // namespace weft::hdf5
