// SPDX-License-Identifier: BSD-3-Clause
// The books of a file that is not trusted: a keeper has them, and answers what is asked here.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "hdf5/apart/keeper.hpp"
#include "hdf5/apart/line.hpp"
#include "hdf5/books/books.hpp"

namespace weft::hdf5::apart {

struct OpenedApart {
    std::unique_ptr<Books> books;
    std::string lacks;  // which right the keeper could not give up; empty: none
};

/// The source outlives the books.
Result<OpenedApart> open_books(StartedKeeper started, Source& source,
                               const Patience& patience = {}) noexcept;

}  // namespace weft::hdf5::apart
