// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

#include "climate.hpp"
#include "grid.hpp"

// A grid and this rank's block of it.
struct Grid {
    std::vector<double> lats;
    std::vector<double> lons;
    Block block;
};

// Everything that goes into the new file. Axes and band values are equal on all ranks; fields hold
// this rank's block.
struct Climate {
    Grid surface;
    SeasonalCycle cycle;
    std::vector<double> month_time;  // as the source dates the middle of each month
    std::array<double, band_count> band_mean{};
    std::array<double, month_count * band_count> band_anomaly{};  // (month, band)
    Grid ocean;
    std::vector<double> heat;  // joules per square metre
    OceanMeans means;
};

// Collective. Writes `climate` to a new CDF-5 file at `path`, replacing an old one, and prints what
// the I/O engine did.
void write_climate(MPI_Comm comm, const std::string& path, const Climate& climate);
