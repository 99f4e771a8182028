// SPDX-License-Identifier: BSD-3-Clause
// What an MPI-IO file view makes of a range of its stream: shapes that rise in the file.
#pragma once

#include <optional>
#include <vector>

#include "base/result.hpp"
#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::region {

/// A tile repeated without end.
struct FileView {
    FileShape tile;  // its first repetition, so the view's displacement is in it; not empty
    std::int64_t extent = 1;  // from one repetition to the next
};

/// The bytes `part` of the view's stream: one shape, or none for no bytes. Where the extent is so
/// small that repetitions interleave, every n-th of them belongs to one of n shapes: as many as
/// follow each other's begin within the tile's reach, and never more than there are repetitions.
/// Byte `part.begin` is the first of the buffer's stream, and the others follow in the order of the
/// view. MPI forbids writing where repetitions overlap; what is read there is right. `einval` for
/// an extent below 1, and where the range ends behind 2^63 - 1.
Result<std::vector<FileShape>> shapes_of(const FileView& view, Interval part);

/// Of a byte of the stream, its file offset; nothing behind 2^63 - 1.
std::optional<std::int64_t> offset_of(const FileView& view, std::int64_t position);

}  // namespace weft::region
