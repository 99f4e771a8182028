// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

// A cube of n x n x n floats (z slowest, x fastest) cut into equal boxes, one for each rank. No MPI
// here.

using Triple = std::array<std::int64_t, 3>;  // z, y, x

// The box of one rank.
struct Box {
    std::int64_t edge = 0;  // n of the whole cube; 0 for a row
    Triple start{};
    Triple count{};

    std::int64_t elements() const { return count[0] * count[1] * count[2]; }
    std::int64_t bytes() const { return elements() * 4; }

    // Calls `visit(local, global, length)` for each row of the box: its first element's index in
    // the box and in the cube, and how many elements follow one another in both.
    template <class Visit>
    void for_each_row(Visit&& visit) const {
        for (std::int64_t z = 0; z < count[0]; ++z)
            for (std::int64_t y = 0; y < count[1]; ++y)
                visit((z * count[1] + y) * count[2],
                      ((start[0] + z) * edge + start[1] + y) * edge + start[2], count[2]);
    }
};

// The box of `rank`, counting the boxes along x first. `grid` says how many parts each axis is cut
// into; the parts must be equal.
inline Box box_of(std::int64_t edge, const Triple& grid, std::int64_t rank) {
    const Triple place{rank / (grid[1] * grid[2]), rank / grid[2] % grid[1], rank % grid[2]};
    Box box{.edge = edge, .start = {}, .count = {}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.count[axis] = edge / grid[axis];
        box.start[axis] = place[axis] * box.count[axis];
    }
    return box;
}

// Not a cube: one row after the other, in the order of the ranks.
inline Box row_of(std::int64_t elements, std::int64_t rank) {
    return {.edge = 0, .start = {0, 0, rank * elements}, .count = {1, 1, elements}};
}

// The bits of the element at a global index: every element has another value, all of them are
// ordinary numbers (no NaN that a copy might quieten), and no byte order can be taken for the
// other.
inline std::uint32_t reference_bits(std::int64_t global_index) {
    return 0x3F000000U + static_cast<std::uint32_t>(global_index);
}
// The bits stay below those of infinity.
constexpr std::int64_t largest_elements = std::int64_t{1} << 30;
constexpr std::int64_t largest_edge = 640;
