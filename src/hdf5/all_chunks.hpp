// SPDX-License-Identifier: BSD-3-Clause
// A walk over all chunks of a variable, stored or not.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/result.hpp"
#include "chunks/grid.hpp"
#include "hdf5/library.hpp"

namespace weft::hdf5 {

/// One chunk of the grid, and what the file has of it.
struct FoundChunk {
    std::int64_t number = 0;
    std::span<const std::int64_t> place;  // in the grid
    StoredChunk stored;
};

/// Calls `use` for each chunk of the grid, in order, and stops at the first failure. `variable`:
/// null if nothing is stored in chunks.
Status visit_chunks(const chunks::Grid& grid, StoredVariable* variable,
                    const std::function<Status(const FoundChunk&)>& use);

}  // namespace weft::hdf5
