// SPDX-License-Identifier: BSD-3-Clause
// The books of a file that is written, on the rank that keeps them: makes them, writes them to
// their two places in turn (books_place.hpp), and says in front of the file where they are. If a
// program makes new records certain again and again, the books of both places stay in memory, and
// only grow: to make them anew takes the longer the more chunks there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "chunks/grid.hpp"
#include "hdf5/books_place.hpp"
#include "hdf5/chunk_index.hpp"
#include "hdf5/library.hpp"
#include "storage/file.hpp"

namespace weft::hdf5 {

class FileBooks {
public:
    [[nodiscard]] BooksPlace& place() { return place_; }
    [[nodiscard]] const BooksPlace& place() const { return place_; }

    /// What the file has.
    struct Wanted {
        // The same with all lengths 0: what must not change for books to grow.
        std::span<const std::byte> definition;
        std::span<const std::byte> description;
        std::span<const std::int64_t> lengths;                             // of the dimensions
        ChunkIndex& index;                                                 // which notes news
        std::function<const chunks::Grid*(std::size_t variable)> grid_of;  // null: an array
        std::size_t variables = 0;
        bool is_certain = false;  // the present books are to survive a power failure
        bool may_grow = false;    // there will be others
    };
    /// Gives the file new books. `end`: behind everything else; it moves if they need another
    /// place. Afterwards bytes_written() are those that this has taken.
    Status replace(storage::File& file, const Wanted& wanted, std::int64_t& end);
    [[nodiscard]] std::int64_t bytes_written() const { return bytes_written_; }
    /// The length of the present ones.
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

private:
    /// Books in memory, as they are in one of the places.
    struct Copy {
        GrowingBooks books;
        std::vector<std::byte> definition;
        std::vector<std::int64_t> lengths;
        std::int64_t end = 0;                     // of the file, as they say it
        std::vector<ChunkIndex::Name> news = {};  // chunks that they do not have yet
    };
    using Lists = std::vector<std::vector<ChunkIndex::Numbered>>;

    void hear_news(ChunkIndex& index);
    [[nodiscard]] bool can_grow(const std::optional<Copy>& copy, const Wanted& wanted,
                                std::int64_t end) const;
    [[nodiscard]] Status grow(Copy& copy, const Wanted& wanted, std::int64_t end) const;
    [[nodiscard]] Result<Copy> make(const Wanted& wanted, std::int64_t end) const;
    [[nodiscard]] Result<Copy> next(const Wanted& wanted, std::int64_t& end);
    [[nodiscard]] Status write(storage::File& file, Copy& copy, const Wanted& wanted,
                               std::int64_t end);

    BooksPlace place_;
    std::array<std::optional<Copy>, 2> copies_;  // of the places, by their numbers
    bool is_turn_certain_ = true;                // the place that the first bytes of the file name
    std::int64_t bytes_ = 0;
    std::int64_t bytes_written_ = 0;
};

}  // namespace weft::hdf5
