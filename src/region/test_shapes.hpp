// SPDX-License-Identifier: BSD-3-Clause
// File shapes with plain lists of their bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::region {

/// A byte of the file, and the byte of the buffer's stream that belongs there.
struct ShapeByte {
    std::int64_t offset = 0;
    std::int64_t memory = 0;
    friend bool operator==(const ShapeByte&, const ShapeByte&) = default;
};
using ShapeBytes = std::vector<ShapeByte>;

/// A shape, and by plain loops the bytes that it should have.
struct SampleShape {
    FileShape shape;
    ShapeBytes bytes;
};

/// Small nests and lists, some with gaps, none empty.
std::vector<SampleShape> small_leaves();
SampleShape sample_nest(std::int64_t base, std::int64_t run, const Loops& loops);
SampleShape sample_list();
SampleShape sample_cut(const SampleShape& whole, Interval part, std::int64_t memory_shift);
/// The tile must be able to be repeated.
SampleShape sample_tile(const SampleShape& tile, Loop extents, std::int64_t memory_pitch);
/// A chain of shapes.
SampleShape sample_chain(const std::vector<SampleShape>& members);
/// A shape, and what lies behind it.
SampleShape small_chain(const SampleShape& first);
/// The tiles of a shape at its reach and beyond, near and far apart in memory.
std::vector<SampleShape> small_tiles(const SampleShape& tile);

/// The bytes that a visit finds. Checks that groups follow each other in the stream.
ShapeBytes bytes_by_visit(const FileShape& shape, Interval part);

/// Compares all functions of a shape with plain loops over its bytes, for all positions and
/// offsets; and visits, for all beginnings and ends.
void expect_plain_loops(const SampleShape& sample);

}  // namespace weft::region
