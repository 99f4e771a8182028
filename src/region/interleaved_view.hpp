// SPDX-License-Identifier: BSD-3-Clause
// An MPI-IO file view that is only read, and whose tile need not rise; see file_view.hpp for the
// others.
#pragma once

#include <optional>
#include <vector>

#include "base/result.hpp"
#include "region/interleaved_shapes.hpp"

namespace weft::region {

/// A tile repeated without end.
struct InterleavedView {
    InterleavedShapes tile;  // its first repetition, so the view's displacement is in it; not empty
    std::int64_t extent = 1;  // from one repetition to the next

    /// As shapes_of() of a FileView.
    [[nodiscard]] Result<std::vector<FileShape>> shapes_of(Interval part) const;
    /// Of a byte of the stream, its file offset; nothing behind 2^63 - 1.
    [[nodiscard]] std::optional<std::int64_t> offset_of(std::int64_t position) const;
    /// The first byte of the stream at an offset in the file or behind it.
    [[nodiscard]] std::int64_t first_from(std::int64_t offset) const;
};

}  // namespace weft::region
