// SPDX-License-Identifier: BSD-3-Clause
// Makes the books of a file from a Description, all of them at once.
#pragma once

#include <span>

#include "hdf5/books/books.hpp"
#include "hdf5/books/description.hpp"
#include "hdf5/books/writing/new_file.hpp"

namespace weft::hdf5 {

/// `chunks`: of each variable. Afterwards the file has its books. Throws Failure.
void make_books(NewFile& file, const Description& description,
                std::span<const BookedChunks> chunks);

}  // namespace weft::hdf5
