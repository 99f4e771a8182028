// SPDX-License-Identifier: BSD-3-Clause
// Makes the books of a file from a Description, all of them at once, and lets them grow with the
// file.
#pragma once

#include <memory>
#include <span>

#include "hdf5/books/books.hpp"

namespace weft::hdf5 {

Code make_books(const NewBooks& wanted, std::unique_ptr<BooksInMemory>& books, Sink& why) noexcept;

}  // namespace weft::hdf5
