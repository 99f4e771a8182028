// SPDX-License-Identifier: BSD-3-Clause
//
// climatology SOURCES OUTPUT: each rank reads its rectangle of the climatologies in the directory
// SOURCES, the ranks compute the seasonal cycle of the sea surface and the heat of the upper ocean,
// and write the file OUTPUT together.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "check.hpp"
#include "climate.hpp"
#include "io_summary.hpp"
#include "output.hpp"
#include "source.hpp"

namespace {

constexpr double ocean_step = 1.0;  // degrees

std::vector<double> part(const std::vector<double>& axis, const Range& range) {
    return {axis.begin() + range.first, axis.begin() + range.first + range.count};
}

// Adds up a struct of doubles over all ranks. Reduced on one rank and sent to the others, because
// some sums become attributes, which must be the same to the last bit on all ranks; MPI_Allreduce
// only recommends that to its authors.
template <class Sums>
void add_over_ranks(MPI_Comm comm, Sums& sums) {
    constexpr int length = sizeof(Sums) / sizeof(double);
    static_assert(sizeof(Sums) % sizeof(double) == 0);
    Sums total{};
    MPI_Reduce(&sums, &total, length, MPI_DOUBLE, MPI_SUM, 0, comm);
    MPI_Bcast(&total, length, MPI_DOUBLE, 0, comm);
    sums = total;
}

// Values at the same index of two files belong to the same place only if the files share one grid.
void require_same_axis(const std::vector<double>& a, const std::vector<double>& b,
                       const char* what) {
    const auto near = [](double x, double y) { return std::abs(x - y) < 1e-3; };
    if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), near))
        stop(std::string(what) + ": the field and the relief are not on one grid");
}

BandSums surface_part(MPI_Comm comm, const std::string& directory, Climate& climate) {
    Source coads(comm, directory + "/coads_climatology.cdf");
    Source relief(comm, directory + "/etopo120.cdf");
    Grid& grid = climate.surface;
    grid.lats = coads.axis("COADSY");
    grid.lons = coads.axis("COADSX");
    require_same_axis(grid.lats, relief.axis("ETOPO120Y"), "latitude");
    require_same_axis(grid.lons, relief.axis("ETOPO120X"), "longitude");
    climate.month_time = coads.axis("TIME");
    if (climate.month_time.size() != month_count)
        stop("a climatology of twelve months is expected");
    grid.block = square_tiling(comm).block(static_cast<MPI_Offset>(grid.lats.size()),
                                           static_cast<MPI_Offset>(grid.lons.size()));

    climate.cycle =
        seasonal_cycle(coads.field("SST", grid.block), relief.field("ROSE", grid.block));
    print_io_summary(comm, coads.id(), "coads_climatology.cdf");
    relief.close();
    coads.close();

    BandSums sums = sum_bands(climate.cycle, part(grid.lats, grid.block.lat),
                              static_cast<std::size_t>(grid.block.lon.count));
    add_over_ranks(comm, sums);
    for (std::size_t band = 0; band < band_count; ++band) {
        // A band without any sea divides 0 by 0: its value is NaN, "missing".
        climate.band_mean[band] = sums.mean[band] / sums.weight[band];
        for (std::size_t month = 0; month < month_count; ++month) {
            const std::size_t i = month * band_count + band;
            climate.band_anomaly[i] = sums.anomaly[i] / sums.weight[band];
        }
    }
    return sums;
}

void ocean_part(MPI_Comm comm, const std::string& directory, Climate& climate) {
    Source levitus(comm, directory + "/levitus_climatology.cdf");
    Source relief(comm, directory + "/etopo60.cdf");
    Grid& grid = climate.ocean;
    grid.lats = levitus.axis("YAXLEVITR");
    grid.lons = levitus.axis("XAXLEVITR");
    require_same_axis(grid.lats, relief.axis("ETOPO60Y"), "latitude");
    require_same_axis(grid.lons, relief.axis("ETOPO60X"), "longitude");
    grid.block = square_tiling(comm).block(static_cast<MPI_Offset>(grid.lats.size()),
                                           static_cast<MPI_Offset>(grid.lons.size()));

    const std::vector<double> edges = levitus.axis("ZAXLEVITRedges");
    const std::vector<float> temperature = levitus.field("TEMP", grid.block);
    const std::vector<float> salinity = levitus.field("SALT", grid.block);
    const std::vector<float> depth = relief.field("ROSE", grid.block);
    print_io_summary(comm, levitus.id(), "levitus_climatology.cdf");
    relief.close();
    levitus.close();

    climate.heat = heat_content_700m(temperature, grid.block.cells(), edges);
    OceanSums sums = sum_ocean({.temperature = temperature,
                                .salinity = salinity,
                                .relief = depth,
                                .lats = part(grid.lats, grid.block.lat),
                                .edges = edges,
                                .columns = static_cast<std::size_t>(grid.block.lon.count),
                                .step = ocean_step});
    add_over_ranks(comm, sums);
    climate.means = ocean_means(sums);
}

void print_bands(const Climate& climate, const BandSums& sums) {
    double total = 0;
    double weight = 0;
    std::printf("\n   latitude band   mean SST   warmest minus coldest month   warmest month\n");
    for (std::size_t n = band_count; n-- > 0;) {
        if (sums.weight[n] <= 0) continue;
        total += sums.mean[n];
        weight += sums.weight[n];
        std::array<double, month_count> cycle{};
        for (std::size_t month = 0; month < month_count; ++month)
            cycle[month] = climate.band_anomaly[month * band_count + n];
        const auto [coldest, warmest] = std::minmax_element(cycle.begin(), cycle.end());
        std::printf("   %+4.0f to %+4.0f    %5.1f C           %4.1f C                       %2d\n",
                    band_middle(n) - 5, band_middle(n) + 5, climate.band_mean[n],
                    *warmest - *coldest, static_cast<int>(warmest - cycle.begin()) + 1);
    }
    std::printf("   mean SST where ships observed every month (COADS): %.2f C\n", total / weight);
}

void print_ocean(const OceanMeans& means) {
    std::printf("   sea area %.0f million km2, mean depth %.0f m\n", means.sea_area / 1e12,
                means.depth);
    std::printf("   global mean sea surface temperature (Levitus, no gaps): %.2f C\n",
                means.surface_celsius);
    std::printf("   mean of the world ocean's volume: %.2f C, salinity %.2f\n\n",
                means.volume_celsius, means.salinity);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 3) stop("usage: climatology SOURCES OUTPUT");
    const MPI_Comm comm = MPI_COMM_WORLD;
    int rank = 0;
    MPI_Comm_rank(comm, &rank);

    Climate climate;
    const BandSums bands = surface_part(comm, argv[1], climate);
    ocean_part(comm, argv[1], climate);
    write_climate(comm, argv[2], climate);
    if (rank == 0) {
        print_bands(climate, bands);
        print_ocean(climate.means);
    }
    return MPI_Finalize();
}
