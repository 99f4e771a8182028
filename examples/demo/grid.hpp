// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

// A latitude-longitude grid and the rectangle of it that one rank works on.

// A half-open range of indices along one axis.
struct Range {
    MPI_Offset first = 0;
    MPI_Offset count = 0;
};

// Part `index` of `parts` nearly equal parts of an axis: they meet without gap or overlap for any
// length.
inline Range part_of(MPI_Offset length, int index, int parts) {
    const MPI_Offset first = length * index / parts;
    return {.first = first, .count = length * (index + 1) / parts - first};
}

// A rank's rectangle of the horizontal grid.
struct Block {
    Range lat;
    Range lon;

    std::size_t cells() const { return static_cast<std::size_t>(lat.count * lon.count); }
};

// How the ranks divide the globe: `rows` x `columns` rectangles, and the one that this rank owns.
struct Tiling {
    int rows = 1;
    int columns = 1;
    int row = 0;
    int column = 0;

    Block block(MPI_Offset lat_count, MPI_Offset lon_count) const {
        return {.lat = part_of(lat_count, row, rows), .lon = part_of(lon_count, column, columns)};
    }
};

// Rectangles as square as the number of ranks allows, so that no rank gets only ice or only
// tropics.
inline Tiling square_tiling(MPI_Comm comm) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    std::array<int, 2> shape{0, 0};
    MPI_Dims_create(size, 2, shape.data());
    return {
        .rows = shape[0], .columns = shape[1], .row = rank / shape[1], .column = rank % shape[1]};
}

// Meridional stripes: each rank owns all latitudes of some longitudes, the worst cut for a file
// stored row by row.
inline Tiling striped_tiling(MPI_Comm comm) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    return {.rows = 1, .columns = size, .row = 0, .column = rank};
}

// Cells shrink towards the poles: their area is proportional to the cosine of the latitude.
inline double cosine_weight(double lat_degrees) {
    return std::cos(lat_degrees * std::numbers::pi / 180.0);
}

// Area in square metres of a cell `lat_step` x `lon_step` degrees wide centred on a latitude.
inline double cell_area(double lat_degrees, double lat_step, double lon_step) {
    constexpr double earth_radius = 6.371e6;
    constexpr double radians = std::numbers::pi / 180.0;
    return earth_radius * earth_radius * lon_step * radians *
           (std::sin((lat_degrees + lat_step / 2) * radians) -
            std::sin((lat_degrees - lat_step / 2) * radians));
}
