// SPDX-License-Identifier: BSD-3-Clause
// An MPI-IO file view that is only read, and whose tile need not rise; file_view.hpp has the
// others.
#pragma once

#include <optional>
#include <vector>

#include "base/result.hpp"
#include "region/interleaved_shapes.hpp"

namespace weft::region {

/// A tile repeated without end.
struct InterleavedView {
    InterleavedShapes
        tile;  // the first repetition, including the displacement of the view; not empty
    std::int64_t extent = 1;  // from one repetition to the next

    /// Like shapes_of() for a FileView.
    [[nodiscard]] Result<std::vector<FileShape>> shapes_of(Interval part) const;
    /// The file offset of a byte of the stream; nothing behind 2^63 - 1.
    [[nodiscard]] std::optional<std::int64_t> offset_of(std::int64_t position) const;
    /// The position of the first byte of the stream at or behind an offset in the file.
    [[nodiscard]] std::int64_t first_from(std::int64_t offset) const;
};

}  // namespace weft::region
