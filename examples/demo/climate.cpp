// SPDX-License-Identifier: BSD-3-Clause
#include "climate.hpp"

#include <cmath>
#include <limits>

namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

}  // namespace

SeasonalCycle seasonal_cycle(const std::vector<float>& monthly, const std::vector<float>& relief) {
    const std::size_t cells = relief.size();
    SeasonalCycle cycle{.mean = std::vector<float>(cells, no_value),
                        .range = std::vector<float>(cells, no_value),
                        .warm_month = std::vector<signed char>(cells, 0),
                        .anomaly = std::vector<float>(cells * month_count, no_value)};
    for (std::size_t cell = 0; cell < cells; ++cell) {
        double sum = relief[cell] < 0 ? 0.0 : std::nan("");
        std::size_t warmest = 0;
        std::size_t coldest = 0;
        for (std::size_t month = 0; month < month_count; ++month) {
            const float value = monthly[month * cells + cell];
            sum += value;
            if (value > monthly[warmest * cells + cell]) warmest = month;
            if (value < monthly[coldest * cells + cell]) coldest = month;
        }
        if (std::isnan(sum)) continue;  // land, or a month is missing

        const double mean = sum / month_count;
        cycle.mean[cell] = static_cast<float>(mean);
        cycle.range[cell] = monthly[warmest * cells + cell] - monthly[coldest * cells + cell];
        cycle.warm_month[cell] = static_cast<signed char>(warmest + 1);
        for (std::size_t month = 0; month < month_count; ++month) {
            const std::size_t i = month * cells + cell;
            cycle.anomaly[i] = static_cast<float>(monthly[i] - mean);
        }
    }
    return cycle;
}

BandSums sum_bands(const SeasonalCycle& cycle, const std::vector<double>& lats,
                   std::size_t columns) {
    BandSums sums;
    const std::size_t cells = cycle.mean.size();
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (std::isnan(cycle.mean[cell])) continue;
        const double lat = lats[cell / columns];
        const double weight = cosine_weight(lat);
        const std::size_t band = band_of(lat);
        sums.weight[band] += weight;
        sums.mean[band] += weight * cycle.mean[cell];
        for (std::size_t month = 0; month < month_count; ++month)
            sums.anomaly[month * band_count + band] += weight * cycle.anomaly[month * cells + cell];
    }
    return sums;
}

std::vector<double> heat_content_700m(const std::vector<float>& temperature, std::size_t cells,
                                      const std::vector<double>& edges) {
    constexpr double density = 1025.0;        // of sea water, kg per cubic metre
    constexpr double heat_capacity = 3990.0;  // of sea water, joules per kg and degree
    std::vector<double> heat(cells, 0.0);
    // A missing layer is NaN and makes the whole column NaN, which is what a reader of the map
    // expects of a shelf sea.
    for (std::size_t layer = 0; layer + 1 < edges.size() && edges[layer + 1] <= 700.0; ++layer) {
        const double thickness = edges[layer + 1] - edges[layer];
        for (std::size_t cell = 0; cell < cells; ++cell)
            heat[cell] += density * heat_capacity * thickness * temperature[layer * cells + cell];
    }
    return heat;
}

OceanSums sum_ocean(const OceanBlock& block) {
    OceanSums sums;
    const std::size_t cells = block.relief.size();
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const double area = cell_area(block.lats[cell / block.columns], block.step, block.step);
        if (block.relief[cell] < 0) {
            sums.sea_area += area;
            sums.sea_volume -= area * block.relief[cell];
        }
        if (!std::isnan(block.temperature[cell])) {  // the first layer comes first
            sums.surface += area;
            sums.surface_celsius += area * block.temperature[cell];
        }
        for (std::size_t layer = 0; layer + 1 < block.edges.size(); ++layer) {
            const std::size_t i = layer * cells + cell;
            if (std::isnan(block.temperature[i]) || std::isnan(block.salinity[i])) continue;
            const double volume = area * (block.edges[layer + 1] - block.edges[layer]);
            sums.volume += volume;
            sums.volume_celsius += volume * block.temperature[i];
            sums.volume_salt += volume * block.salinity[i];
        }
    }
    return sums;
}

OceanMeans ocean_means(const OceanSums& sums) {
    return {.surface_celsius = sums.surface_celsius / sums.surface,
            .volume_celsius = sums.volume_celsius / sums.volume,
            .salinity = sums.volume_salt / sums.volume,
            .depth = sums.sea_volume / sums.sea_area,
            .sea_area = sums.sea_area};
}
