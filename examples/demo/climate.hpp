// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "grid.hpp"

// The oceanography: functions of arrays, which know nothing of files or ranks. NaN means "no
// value".

constexpr std::size_t month_count = 12;
constexpr std::size_t band_count = 18;  // of ten degrees of latitude, from the south pole

// The band that a latitude lies in, and the latitude of a band's middle.
inline std::size_t band_of(double lat) {
    return static_cast<std::size_t>((lat + 90.0) / 10.0);
}
inline double band_middle(std::size_t band) {
    return -85.0 + 10.0 * static_cast<double>(band);
}

// The seasonal cycle of each cell of a block.
struct SeasonalCycle {
    std::vector<float> mean;              // annual mean, (lat, lon)
    std::vector<float> range;             // warmest minus coldest month, (lat, lon)
    std::vector<signed char> warm_month;  // 1 to 12, 0 where there is no value, (lat, lon)
    std::vector<float> anomaly;           // month minus annual mean, (month, lat, lon)
};

// Cells count as sea where `relief` (metres, positive upwards) is below zero, and only if all
// twelve months were observed: a mean over the summers only would make the polar seas look warm.
SeasonalCycle seasonal_cycle(const std::vector<float>& monthly, const std::vector<float>& relief);

// Sums, weighted by area, that ranks add up to means over latitude bands. Plain doubles, so that
// one MPI_Allreduce over the whole struct does it.
struct BandSums {
    std::array<double, band_count> weight{};
    std::array<double, band_count> mean{};
    std::array<double, month_count * band_count> anomaly{};  // (month, band)
};

// `lats` holds the latitudes of the block's rows.
BandSums sum_bands(const SeasonalCycle& cycle, const std::vector<double>& lats,
                   std::size_t columns);

// Heat in joules per square metre, above that of water at 0 degrees, between the surface and 700 m;
// NaN on land and where the water is shallower. `edges` are the depths of the layers' boundaries in
// metres.
std::vector<double> heat_content_700m(const std::vector<float>& temperature, std::size_t cells,
                                      const std::vector<double>& edges);

// What the volume mean of the world ocean needs; doubles only, to be added up like BandSums.
struct OceanSums {
    double surface = 0;          // square metres with a surface value
    double surface_celsius = 0;  // surface times its temperature
    double volume = 0;           // cubic metres with a value
    double volume_celsius = 0;   // volume times temperature
    double volume_salt = 0;      // volume times salinity
    double sea_area = 0;         // square metres below sea level
    double sea_volume = 0;       // cubic metres of water, from the relief
};

// What a textbook gives in its first chapter.
struct OceanMeans {
    double surface_celsius = 0;
    double volume_celsius = 0;
    double salinity = 0;
    double depth = 0;     // metres
    double sea_area = 0;  // square metres
};
OceanMeans ocean_means(const OceanSums& sums);

struct OceanBlock {
    const std::vector<float>& temperature;  // (depth, lat, lon)
    const std::vector<float>& salinity;     // (depth, lat, lon)
    const std::vector<float>& relief;       // (lat, lon)
    const std::vector<double>& lats;        // of the block's rows
    const std::vector<double>& edges;       // of the layers, metres
    std::size_t columns;
    double step;  // of the grid, degrees
};
OceanSums sum_ocean(const OceanBlock& block);
