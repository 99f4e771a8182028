// SPDX-License-Identifier: BSD-3-Clause
// A repeated shape, such as the tile of an MPI-IO file view.
//
// The stream of a shape rises in the file, which all closed forms require. So the repetitions of a
// tile must not interleave: the extent is at least the distance from the first byte of the repeated
// shape to behind the last. (The extent of MPI may be smaller than the end of the shape if the
// shape begins behind the begin of the tile.) With a smaller extent the stream would go back, and
// no single shape could hold it: `of` refuses, and `file_view.hpp` makes several shapes, each of
// which rises.
#pragma once

#include "base/result.hpp"
#include "region/file_shape.hpp"

namespace weft::region {

class Tile {
public:
    /// `extents.count` times `tile`, `extents.pitch` bytes apart, as the simplest possible shape,
    /// usually a nest. The first repetition lies at the place of `tile`. `einval` if repetitions
    /// interleave or overlap, or the last ends behind 2^63 - 1.
    static Result<FileShape> of(const FileShape& tile, Loop extents);
    /// The same, with the repetitions `memory_pitch` bytes apart in the buffer's stream.
    static Result<FileShape> of(const FileShape& tile, Loop extents, std::int64_t memory_pitch);

    Tile(FileShape tile, Loop extents, std::int64_t memory_pitch);  // as of(), but always a Tile

    [[nodiscard]] const FileShape& tile() const { return tile_; }
    [[nodiscard]] Loop extents() const { return extents_; }

    [[nodiscard]] Outline outline() const;
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;
    [[nodiscard]] BytePlace place_of(std::int64_t position) const;
    void visit(std::int64_t from, std::int64_t to, const GroupUse& use) const;

private:
    FileShape tile_;
    Loop extents_;
    std::int64_t memory_pitch_;
};

}  // namespace weft::region
