// SPDX-License-Identifier: BSD-3-Clause
// A stream that does not rise in the file, as an MPI-IO filetype may have whose blocks overlap: the
// bytes of a few shapes, each of which rises. Only for reading: what is there twice is read twice.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "region/file_shape.hpp"
#include "region/interval.hpp"
#include "region/pattern.hpp"

namespace weft::region {

/// memory_of() of a shape tells which bytes of the stream are its own; it rises as the shape does.
struct InterleavedShapes {
    std::vector<FileShape> shapes;
    std::int64_t bytes = 0;  // of the stream

    [[nodiscard]] std::int64_t base() const;
    [[nodiscard]] std::int64_t end() const;
    /// Of a byte of the stream, its file offset.
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const;
    /// The first byte of the stream that lies at `offset` in the file or behind it; `bytes` if none
    /// does.
    [[nodiscard]] std::int64_t first_from(std::int64_t offset) const;
};

/// A pattern of single bytes. `einval` where blocks of a loop or a sequence begin before the one in
/// front of them, and where there would be more shapes than memory is worth.
Result<InterleavedShapes> interleaved_shapes_of(const Pattern& pattern);

/// Streams one behind the other, `extents.pitch` bytes apart in the file. `einval` as above.
Result<InterleavedShapes> repeated(const InterleavedShapes& interleaved, Loop extents);

/// The bytes `part` of the stream, which becomes a stream of its own.
InterleavedShapes part_of(const InterleavedShapes& interleaved, Interval part);

}  // namespace weft::region
