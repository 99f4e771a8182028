#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""check_and_draw.py SOURCES RESULT MAP: computes the result again, alone, with numpy, compares, and draws the map.

The file is read with netCDF-C (through netCDF4), so this also shows that other software reads it.
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import netCDF4
import numpy as np

MONTHS = 12
BANDS = 18


def load(directory, file, variable):
    """A variable as double precision, with NaN where a value is missing."""
    with netCDF4.Dataset(f"{directory}/{file}") as source:
        return np.ma.filled(source[variable][:].astype(float), np.nan)


def weighted_bands(field, lats):
    """Means over ten-degree bands, weighted by the cosine of latitude: (..., lat, lon) to (..., band)."""
    weights = np.cos(np.radians(lats))[:, None] * np.isfinite(field)
    bands = []
    for n in range(BANDS):
        rows = (lats >= -90 + 10 * n) & (lats < -80 + 10 * n)
        weight = weights[..., rows, :].sum(axis=(-2, -1))
        total = (np.nan_to_num(field) * weights)[..., rows, :].sum(axis=(-2, -1))
        with np.errstate(invalid="ignore"):
            bands.append(total / weight)
    return np.stack(bands, axis=-1)


def expected(directory):
    """The same quantities as the parallel program's, by other code: whole arrays, no blocks, no loops over cells."""
    sst = load(directory, "coads_climatology.cdf", "SST")
    relief = load(directory, "etopo120.cdf", "ROSE")
    lats = load(directory, "coads_climatology.cdf", "COADSY")
    sea = (relief < 0) & np.isfinite(sst).all(axis=0)
    sst[:, ~sea] = np.nan
    mean = sst.mean(axis=0)
    anomaly = sst - mean
    warm_month = np.where(sea, np.argmax(np.nan_to_num(sst, nan=-999.0), axis=0) + 1, 0)

    temperature = load(directory, "levitus_climatology.cdf", "TEMP")
    edges = load(directory, "levitus_climatology.cdf", "ZAXLEVITRedges")
    upper = np.diff(edges)[edges[1:] <= 700]
    heat = 1025.0 * 3990.0 * np.tensordot(upper, temperature[: len(upper)], axes=1)
    return {
        "sst_mean": mean,
        "sst_range": sst.max(axis=0) - sst.min(axis=0),
        "sst_warm_month": warm_month,
        "sst_anomaly": anomaly,
        "band_mean": weighted_bands(mean, lats),
        "band_anomaly": weighted_bands(anomaly, lats),
        "heat_content": heat,
        "lat": lats,
        "lon": load(directory, "coads_climatology.cdf", "COADSX"),
        "time": load(directory, "coads_climatology.cdf", "TIME"),
        "band": np.arange(-85.0, 90.0, 10.0),
        "ocean_lat": load(directory, "levitus_climatology.cdf", "YAXLEVITR"),
        "ocean_lon": load(directory, "levitus_climatology.cdf", "XAXLEVITR"),
    }


def expected_means(directory):
    temperature = load(directory, "levitus_climatology.cdf", "TEMP")
    salinity = load(directory, "levitus_climatology.cdf", "SALT")
    lats = load(directory, "levitus_climatology.cdf", "YAXLEVITR")
    thickness = np.diff(load(directory, "levitus_climatology.cdf", "ZAXLEVITRedges"))
    relief = load(directory, "etopo60.cdf", "ROSE")
    south, north = np.radians(lats - 0.5), np.radians(lats + 0.5)
    area = 6.371e6**2 * np.radians(1.0) * (np.sin(north) - np.sin(south))[:, None] * np.ones(relief.shape)
    volume = thickness[:, None, None] * area * np.isfinite(temperature + salinity)
    surface = area * np.isfinite(temperature[0])
    sea = area * (relief < 0)
    return {
        "mean_surface_celsius": (np.nan_to_num(temperature[0]) * surface).sum() / surface.sum(),
        "mean_ocean_celsius": (np.nan_to_num(temperature) * volume).sum() / volume.sum(),
        "mean_ocean_salinity": (np.nan_to_num(salinity) * volume).sum() / volume.sum(),
        "mean_depth": -(relief * sea).sum() / sea.sum(),
        "sea_area": sea.sum(),
    }


def compare(name, found, wanted):
    """Complains unless both arrays have values at the same places and agree to the precision of a float."""
    if found.shape != wanted.shape:
        sys.exit(f"{name}: shape {found.shape}, expected {wanted.shape}")
    if not np.array_equal(np.isnan(found), np.isnan(wanted)):
        sys.exit(f"{name}: values are missing at other places than expected")
    if not np.isfinite(wanted).any():
        sys.exit(f"{name}: no value at all")
    scale = np.nanmax(np.abs(wanted))
    worst = np.nanmax(np.abs(found - wanted)) / scale
    if worst > 1e-6:
        sys.exit(f"{name}: differs by {worst:.1e} of its largest value")
    return worst


def check(result, wanted, means):
    if result.data_model != "NETCDF3_64BIT_DATA":
        sys.exit(f"the file is {result.data_model}, not CDF-5")
    if len(result.dimensions["time"]) != MONTHS or not result.dimensions["time"].isunlimited():
        sys.exit("the file does not have twelve records")
    if set(result.variables) != set(wanted):
        sys.exit(f"unexpected variables: {sorted(set(result.variables) ^ set(wanted))}")
    worst = 0.0
    for name, values in wanted.items():
        found = np.ma.filled(result[name][:].astype(float), np.nan)
        worst = max(worst, compare(name, found, values))
    for name, value in means.items():
        found = result.getncattr(name)
        if not abs(found - value) <= 1e-6 * abs(value):
            sys.exit(f"{name} is {found}, expected {value}")
    values = sum(v.size for v in wanted.values())
    print(f"   {len(wanted)} variables, {values} values and {len(means)} means agree with numpy;\n   worst difference {worst:.1e} of the range")


def draw(coast, result, path):
    lon, lat, relief = coast
    figure, axes = plt.subplots(2, 2, figsize=(15, 8.5), constrained_layout=True)

    def globe(axis, name, x, y, scale, levels, colours, title, unit):
        image = axis.contourf(result[x][:], result[y][:], result[name][:] * scale, levels, cmap=colours, extend="both")
        axis.contour(lon, lat, relief, [0], colors="0.25", linewidths=0.5)
        axis.set(title=title, xlim=(21, 379), ylim=(-80, 85), facecolor="0.85")
        axis.set_xticks([60, 120, 180, 240, 300, 360], ["60E", "120E", "180", "120W", "60W", "0"])
        axis.set_yticks([-60, -30, 0, 30, 60], ["60S", "30S", "0", "30N", "60N"])
        figure.colorbar(image, ax=axis, label=unit, shrink=0.85)

    globe(axes[0, 0], "sst_mean", "lon", "lat", 1, np.arange(-2, 31, 2), "turbo", "Annual mean sea surface temperature", "degrees C")
    globe(axes[0, 1], "sst_range", "lon", "lat", 1, np.arange(0, 19, 1.5), "magma_r", "Warmest minus coldest month", "degrees C")
    globe(axes[1, 0], "heat_content", "ocean_lon", "ocean_lat", 1e-9, np.arange(0, 57, 4), "turbo", "Heat above 0 degrees C, surface to 700 m", "GJ per square metre")

    cycle = axes[1, 1]
    image = cycle.contourf(np.arange(1, MONTHS + 1), result["band"][:], result["band_anomaly"][:].T, np.arange(-6, 6.5, 0.5), cmap="RdBu_r", extend="both")
    cycle.set(title="Seasonal cycle by latitude: month minus annual mean", ylim=(-60, 70), xticks=range(1, MONTHS + 1))
    cycle.set_xticklabels(list("JFMAMJJASOND"))
    cycle.set_yticks([-60, -30, 0, 30, 60], ["60S", "30S", "0", "30N", "60N"])
    figure.colorbar(image, ax=cycle, label="degrees C", shrink=0.85)
    figure.suptitle("Written by 4 ranks into one CDF-5 file. Data: COADS, Levitus, ETOPO")
    figure.savefig(path, dpi=110)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    directory, result_path, map_path = sys.argv[1:]
    coast = (
        load(directory, "etopo60.cdf", "ETOPO60X"),
        load(directory, "etopo60.cdf", "ETOPO60Y"),
        load(directory, "etopo60.cdf", "ROSE"),
    )
    with netCDF4.Dataset(result_path) as result:
        check(result, expected(directory), expected_means(directory))
        draw(coast, result, map_path)


main()
