// SPDX-License-Identifier: BSD-3-Clause
// A stream that does not rise in the file, such as that of an MPI-IO filetype with overlapping
// blocks: the bytes of several shapes, each of which rises. Only for reading: bytes that come twice
// are read twice.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "region/file_shape.hpp"
#include "region/interval.hpp"
#include "region/pattern.hpp"

namespace weft::region {

/// memory_of() of a shape tells which bytes of the stream it has; it rises with the shape.
struct InterleavedShapes {
    std::vector<FileShape> shapes;
    std::int64_t bytes = 0;  // of the stream

    [[nodiscard]] std::int64_t base() const;
    [[nodiscard]] std::int64_t end() const;
    /// The file offset of a byte of the stream.
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const;
    /// The position of the first byte of the stream at or behind `offset` in the file; `bytes` if
    /// there is none.
    [[nodiscard]] std::int64_t first_from(std::int64_t offset) const;
};

/// The shapes of a pattern of single bytes. `einval` if a block of a loop or a sequence begins
/// before the previous one, and if there would be too many shapes.
Result<InterleavedShapes> interleaved_shapes_of(const Pattern& pattern);

/// The stream `extents.count` times, `extents.pitch` bytes apart in the file. `einval` as above.
Result<InterleavedShapes> repeated(const InterleavedShapes& interleaved, Loop extents);

/// The bytes `part` of the stream, as a stream of their own.
InterleavedShapes part_of(const InterleavedShapes& interleaved, Interval part);

}  // namespace weft::region
