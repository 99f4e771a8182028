// SPDX-License-Identifier: BSD-3-Clause
// The shapes of a range of the stream of an MPI-IO file view.
#pragma once

#include <optional>
#include <vector>

#include "base/result.hpp"
#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::region {

/// A tile repeated without end.
struct FileView {
    FileShape tile;  // the first repetition, including the displacement of the view; not empty
    std::int64_t extent = 1;  // from one repetition to the next
};

/// The bytes `part` of the view's stream: one shape, or none for no bytes. If the extent is so
/// small that repetitions interleave, there are n shapes, each with every n-th repetition; n is the
/// number of repetitions that begin within a tile, and at most their total number. Byte
/// `part.begin` is the first of the buffer's stream, and the others follow in the order of the
/// view. MPI forbids writing if repetitions overlap; reads are right. `einval` for an extent below
/// 1, and if the range ends behind 2^63 - 1.
Result<std::vector<FileShape>> shapes_of(const FileView& view, Interval part);

/// The file offset of a byte of the stream; nothing behind 2^63 - 1.
std::optional<std::int64_t> offset_of(const FileView& view, std::int64_t position);

}  // namespace weft::region
