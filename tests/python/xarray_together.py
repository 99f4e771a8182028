#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Datasets of xarray written by several processes: whole ones by shares, regions, dask's arrays, and mistakes of one of them.

Runs under mpiexec, in the folder where its files may lie. Ends with 77 where something that it needs is missing.
"""

import random
import sys
import warnings

import package  # where the others are
import python_tests

try:
    import dask.array
    import numpy as np
    import pandas
    import xarray
    from mpi4py import MPI
    import weftnc.xarray
    from weftnc import _library
    _library.library_for(comm := MPI.COMM_WORLD)
    _library.library_for(None)
except ImportError as missing:
    print(f"skipped: python.xarray_together: {missing}")
    sys.exit(77)
from weftnc.xarray._together import covers

RANK, RANKS = comm.rank, comm.size
FORMATS = ("NETCDF3_64BIT_DATA", "NETCDF4")


def sample(times=5, length=13):
    draw = np.random.default_rng(2)
    result = xarray.Dataset(
        {"v": (("time", "x"), draw.normal(size=(times, length))), "n": (("x",), draw.integers(0, 99, length)),
         "one": ((), 3.5), "rare": (("x",), np.where(draw.random(length) < 0.5, np.nan, 1.5), {"units": "K"})},
        {"time": pandas.date_range("2000-01-01 06:00", periods=times, freq="12h"),
         "name": ("x", ["a" * (1 + i % 5) for i in range(length)])}, {"title": "together"})
    result["rare"].encoding = {"dtype": "i2", "scale_factor": 0.5, "_FillValue": -1}
    return result


def check(path, expected):
    """On each process, through a handle of its own."""
    comm.barrier()
    with xarray.open_dataset(path, engine=weftnc.xarray.WeftBackendEntrypoint) as read:
        xarray.testing.assert_equal(read.load(), expected)
        assert read.attrs == expected.attrs
    comm.barrier()


def content(path, format):
    """As bytes; of a netCDF-4 file, what it says of itself, and how long it is: behind the last record a chunk may have changed."""
    with open(path, "rb") as file:
        content = file.read()
    return content if format != "NETCDF4" else (content[:1024], len(content))


def mine(length):
    return slice(length * RANK // RANKS, length * (RANK + 1) // RANKS)


def shares(format):
    whole = sample()
    for unlimited in ([], ["time"]):
        whole.weft.to_netcdf("whole.nc", comm=comm, unlimited_dims=unlimited, format=format, info={"cb_nodes": 1})
        check("whole.nc", whole)
        whole.chunk({"time": 2, "x": 3}).weft.to_netcdf("lazy.nc", comm=comm, format=format, unlimited_dims=unlimited)
        check("lazy.nc", whole)


def regions(format):
    whole = sample(length=7 * RANKS + 3)
    part = mine(whole.sizes["x"])
    for unlimited in ([], ["time"]):
        own = whole.isel(x=part)
        own.weft.to_netcdf("regions.nc", comm=comm, format=format, region={"x": part}, unlimited_dims=unlimited)
        check("regions.nc", whole)
        other = (own.chunk({"x": 2}) if RANK % 2 else own)[["v"]] * 2
        other.weft.to_netcdf("regions.nc", "r+", comm=comm, region={"x": part})
        check("regions.nc", whole.assign(v=whole["v"] * 2))
    # A place that is nobody's is missing in the file.
    hole = slice(0, 2) if RANK == 0 else slice(3, 6)
    values = whole[["v"]].drop_vars("name")
    values.isel(x=hole).weft.to_netcdf("gap.nc", comm=comm, format=format, region={"x": hole}, unlimited_dims=["time"])
    if RANKS > 1:
        is_there = xarray.DataArray(np.arange(6) != 2, dims="x")
        check("gap.nc", values.isel(x=slice(0, 6)).where(is_there))


def coordinates(format):
    """Say where each process's part belongs."""
    whole = sample(length=7 * RANKS + 3).assign_coords(x=np.arange(7 * RANKS + 3) * 0.5)
    whole.weft.to_netcdf("places.nc", comm=comm, format=format, unlimited_dims=["time"])
    own = whole.isel(x=mine(whole.sizes["x"])).assign(v=whole["v"] * 2)
    own = own.chunk({"x": 2}) if RANK % 2 else own
    own.weft.to_netcdf("places.nc", "r+", comm=comm, region={"x": "auto"} if RANK % 2 else "auto")
    check("places.nc", whole.assign(v=whole["v"] * 2))
    wrong = own.assign(one=7.5) if RANK == RANKS - 1 else own.assign_coords(x=own["x"] + (RANKS == 1))
    try:
        wrong.weft.to_netcdf("places.nc", "r+", comm=comm, region={"x": "auto"})
    except ValueError as failure:
        assert "'one' has none" in str(failure) or RANKS == 1, failure
    else:
        raise AssertionError("a variable outside the region was taken with another value")
    check("places.nc", whole.assign(v=whole["v"] * 2))


def appended(format):
    """By shares, of whatever is along the records."""
    whole = sample(times=11)
    for chunks in (None, {"time": 1}, {"x": 4}):
        whole.isel(time=slice(0, 3)).weft.to_netcdf("records.nc", comm=comm, format=format, unlimited_dims=["time"])
        for part in (slice(3, 4), slice(4, 4), slice(4, 11)):
            more = whole.isel(time=part)
            (more.chunk(chunks) if chunks else more).weft.to_netcdf("records.nc", "a", comm=comm, append_dim="time")
        check("records.nc", whole)
    whole[["v"]].isel(time=slice(0, 2)).drop_vars("time").weft.to_netcdf("records.nc", "a", comm=comm, append_dim="time")
    with weftnc.Dataset("records.nc") as read:
        assert read["v"].shape[0] == 13 and not np.ma.getmaskarray(read["v"][11:]).any()
        assert np.ma.getmaskarray(read["time"][:]).tolist() == [False] * 11 + [True] * 2, read["time"][:]
    comm.barrier()


def appended_in_vain(format):
    """What one process cannot write is written by none, and the file is as it was."""
    whole = sample(times=8)
    whole.isel(time=slice(0, 3)).weft.to_netcdf("kept.nc", comm=comm, format=format, unlimited_dims=["time"])
    before = content("kept.nc", format)
    more = whole.isel(time=slice(3, 8))
    wrong = more.assign(rare=more["rare"] * 1e6)
    lazy = more.chunk({"time": 1}).map_blocks(lambda block: 1 // (RANK - RANKS + 1 or 0), template=more.chunk({"time": 1}))
    for one in (wrong, wrong.chunk({"time": 1}), lazy):
        try:
            one.weft.to_netcdf("kept.nc", "a", comm=comm, append_dim="time")
        except Exception:
            pass
        else:
            raise AssertionError(f"rank {RANK}: nothing was raised")
        assert content("kept.nc", format) == before, "the file has changed"
        comm.barrier()
    more.weft.to_netcdf("kept.nc", "a", comm=comm, append_dim="time")
    check("kept.nc", whole)


def mistakes(format):
    """Of the last process, which all hear of."""
    if RANKS == 1:
        return
    whole = sample()
    is_last = RANK == RANKS - 1
    part = mine(whole.sizes["x"])
    own = whole.isel(x=part)
    fails = own.chunk({"time": 1}).map_blocks(lambda block: 1 // 0, template=own.chunk({"time": 1}))
    fits_not = own.assign(rare=own["rare"] * 1e6)
    for wrong, region in [(own.rename(v="w"), part), (own.isel(time=slice(0, 2)), part), (own, slice(0, 1)), (fails, part),
                          (fits_not, part), (own, "x"), (own.rename(x="y"), part)]:
        try:
            (wrong if is_last else own).weft.to_netcdf("wrong.nc", comm=comm, format=format, region={"x": region if is_last else part})
        except Exception as failure:
            assert is_last or f"process {RANKS - 1} had" in str(failure), (wrong, region, failure)
        else:
            raise AssertionError(f"rank {RANK}: nothing was raised for {wrong}, {region}")
    whole.weft.to_netcdf("wrong.nc", comm=comm, format=format)
    check("wrong.nc", whole)


def stored():
    """What is asked for of chunks and filters is process 0's, for the whole of each variable."""
    whole = sample(length=16 * RANKS)
    part = mine(16 * RANKS)
    asked = {"v": {"zlib": True, "complevel": 2, "chunksizes": (2, 8)}, "n": {"fletcher32": True}}
    for chunks in (None, {"time": 2, "x": 5}):
        own = whole.isel(x=part)
        (own.chunk(chunks) if chunks else own).weft.to_netcdf("stored.nc", comm=comm, format="NETCDF4", region={"x": part}, encoding=asked,
                                                              unlimited_dims=["time"])
        check("stored.nc", whole)
        with xarray.open_dataset("stored.nc", engine="netcdf4") as theirs:
            xarray.testing.assert_equal(theirs, whole)
            kept = theirs["v"].encoding
            assert (kept["zlib"], kept["complevel"], kept["shuffle"], kept["chunksizes"]) == (True, 2, True, (2, 8)), kept
            assert theirs["n"].encoding["fletcher32"]
        comm.barrier()
    with xarray.open_dataset("stored.nc", engine=weftnc.xarray.WeftBackendEntrypoint) as source:
        source.load().weft.to_netcdf("again.nc", comm=comm, format="NETCDF4")
    with weftnc.Dataset("again.nc") as again:
        assert again["v"].chunking() == [2, 8] and again["v"].filters()["complevel"] == 2
    comm.barrier()


def coverage():
    """Against a plain model: of a variable along both dimensions, or along the one that has a length."""
    for seed in [577504982, *python_tests.seeds(30, 1)]:
        draw = random.Random(seed)
        lengths = {"x": draw.randint(0, 5), "y": draw.randint(1, 4)}
        model = np.zeros((max(lengths["x"], 1), lengths["y"]), bool)
        found = []
        for _ in range(draw.randint(1, 5)):
            one = {name: slice(*sorted(draw.choices(range(length + 1), k=2))) for name, length in lengths.items()
                   if draw.random() < 0.7}
            model[one.get("x", slice(None)) if lengths["x"] else 0, one.get("y", slice(None))] = True
            found.append(one)
        assert covers(found, lengths) == model.all(), (python_tests.replay_of(seed), found, lengths)


warnings.simplefilter("ignore")
coverage()
for format in FORMATS:
    for part in (shares, regions, coordinates, appended, appended_in_vain, mistakes):
        part(format)
stored()
print(f"rank {RANK}: passed")
