// SPDX-License-Identifier: BSD-3-Clause
// A file that is opened to be changed: what rank 0 finds in it, and tells the other ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "hdf5/books/description.hpp"
#include "hdf5/books_place.hpp"
#include "hdf5/chunk_index.hpp"
#include "hdf5/library.hpp"
#include "storage/file.hpp"

namespace weft::hdf5 {

struct NumberedChunk {
    std::int64_t number = 0;
    StoredChunk stored;
};

/// Values that must be written at `address`, where the file ended, before anybody reads them.
struct PlacedValues {
    std::int64_t address = 0;
    std::vector<std::byte> values;
};

struct Existing {
    Description description;
    std::vector<std::vector<NumberedChunk>> chunks;  // of each variable
    std::int64_t file_bytes = 0;                     // with what is placed
    std::int64_t opened_bytes = 0;                   // without
    // Rank 0 alone has these.
    std::vector<PlacedValues> placed;
    std::optional<BooksPlace> books;  // the places of books that Weft has written
};

/// Code::enotbuilt if the file has something that Weft does not write, which the message names.
///
/// Variables that have no place in the file get one: those within the definition (compact), and
/// arrays that nobody has written yet. The books in the file do not say so: until there are new
/// ones, nothing has changed for a reader.
Result<Existing> find_existing(storage::File& file, std::int64_t page_bytes, bool is_trusted);

/// The chunks that the file has of a variable that is stored in chunks.
Result<std::vector<NumberedChunk>> chunks_of(OpenedBooks& books, const Description& description,
                                             const DescribedVariable& variable);

void append(const Existing& existing, std::vector<std::byte>& told);
/// Code::ehdferr if the bytes are not of append().
Result<Existing> existing_of(std::span<const std::byte> told);

}  // namespace weft::hdf5
