// SPDX-License-Identifier: BSD-3-Clause
// The places of a file's books. There are two places in front of the values, used in turn: new
// books are written where the present ones are not, and then the first bytes of the file change to
// say so. Whenever the program ends, a reader finds the old books or the new ones, whole; no reader
// needs to know of this, and nothing is undone. A record in front of the books has both places, so
// that the next program that changes the file uses them again: root's object header, to which the
// superblock points, is the first of the books.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hdf5/books/description.hpp"

namespace weft::hdf5 {

class BooksPlace {
public:
    struct Place {
        std::int64_t begin = 0;
        std::int64_t room = 0;
    };

    static constexpr std::int64_t record_bytes = 48;
    using Record = std::array<std::byte, record_bytes>;

    /// Chooses the places in a new file with these definitions. Uniform.
    void begin(const Description& description);
    /// Places new books at the end of an existing file, which already has books elsewhere.
    void begin_behind(std::int64_t file_bytes);
    /// Goes on with the places of an existing file whose present books begin at `books`, with this
    /// record in front of them. False, without effect, if it is no record of these books.
    bool resume(const Record& record, std::int64_t books, std::int64_t file_bytes);
    /// The record of the next books. Its bytes have the order of this machine; another one takes
    /// them for no record.
    [[nodiscard]] Record record() const;
    /// Whether one of the places has some of these bytes.
    [[nodiscard]] bool touches(std::int64_t begin, std::int64_t bytes) const;

    /// The offset behind the places of books, where the values may begin.
    [[nodiscard]] std::int64_t end() const { return places_[1].begin + places_[1].room; }
    /// The place for new books.
    [[nodiscard]] const Place& next() const { return places_[next_number()]; }
    /// Its number, 0 or 1.
    [[nodiscard]] std::size_t next_number() const { return 1 - present_; }
    /// Called when new books are longer than their place: chooses another one at the end of the
    /// file, and returns the new end.
    std::int64_t move_next(std::int64_t end, std::int64_t bytes);
    /// Makes the place of the new books that of the file's books.
    void turn() { present_ = 1 - present_; }

private:
    std::array<Place, 2> places_{};
    std::size_t present_ = 1;
};

}  // namespace weft::hdf5
