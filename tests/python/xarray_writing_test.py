#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Datasets of xarray written by Weft from one process: regions, appended records, blocks of dask's arrays."""

import contextlib
import random
import os
import sys
import unittest
import warnings

import numpy as np

import package  # where the others are
import python_tests

try:
    import dask
    import pandas
    import xarray
    import weftnc.xarray
except ImportError as missing:
    print(f"skipped: python.xarray_writing: {missing}")
    sys.exit(77)
from dataset_test import InFolder


def sample(times=6, rows=4, names=("a", "bcd", "ef")):
    """Of everything that needs an encoding."""
    draw = np.random.default_rng(1)
    heights = draw.normal(size=(times, rows, len(names)))
    heights[0, 0, 0] = np.nan
    result = xarray.Dataset(
        {"height": (("time", "y", "place"), heights, {"units": "m"}),
         "packed": (("time", "y"), draw.integers(0, 100, (times, rows)).astype("f4") * np.float32(0.5)),
         "count": (("y", "place"), draw.integers(0, 9, (rows, len(names)))),
         "ok": (("time",), draw.random(times) < 0.5)},
        {"time": pandas.date_range("2020-01-01", periods=times, freq="6h"), "y": np.arange(rows) * 10.0, "name": ("place",
         list(names))}, {"title": "sample"})
    result["packed"].encoding = {"dtype": "i2", "scale_factor": np.float32(0.5), "add_offset": np.float32(10),
                                  "_FillValue": -99}
    result["time"].encoding = {"units": "hours since 2019-01-01", "dtype": "i4"}
    result["name"].encoding = {"dtype": "S1", "char_dim_name": "letters"}
    return result


class Writing(InFolder):
    def setUp(self):
        super().setUp()
        warnings.simplefilter("ignore")

    def opened(self, path=None, **options):
        with xarray.open_dataset(path or self.path, engine=weftnc.xarray.WeftBackendEntrypoint, **options) as read:
            return read.load()

    def assertHolds(self, expected):
        xarray.testing.assert_identical(self.opened(), expected)
        with xarray.open_dataset(self.path, engine="netcdf4") as theirs:
            xarray.testing.assert_identical(theirs.load(), expected)

    def test_all_that_is_written_is_read(self):
        for options in ({}, {"unlimited_dims": ["time"]}, {"format": "NETCDF3_CLASSIC"}):
            sample().drop_vars("count").weft.to_netcdf(self.path, **options)
            self.assertHolds(sample().drop_vars("count"))
        again = self.opened()
        again.weft.to_netcdf(self.path + "2")
        with weftnc.Dataset(self.path) as one, weftnc.Dataset(self.path + "2") as other:
            self.assertEqual(one["packed"].dtype, "i2")
            for name in one.variables:
                self.assertEqual((one[name].dtype, one[name].dimensions), (other[name].dtype, other[name].dimensions))
                for key in set(one[name].ncattrs()) - {"dtype"}:  # which older xarrays lose on the way
                    self.assertEqual(str(one[name].getncattr(key)), str(other[name].getncattr(key)))

    def test_regions_of_a_template(self):
        for seed in python_tests.seeds(6, 1):
            draw = random.Random(seed)
            with self.subTest(python_tests.replay_of(seed)):
                whole = sample(times=7, rows=5)
                lazy = whole.chunk({"time": 2, "y": 3})
                lazy.weft.to_netcdf(self.path, compute=False, unlimited_dims=["time"] if draw.random() < 0.5 else [])
                self.assertTrue(np.isnan(self.opened()["height"]).all())
                edges = sorted({0, 7, draw.randrange(8), draw.randrange(8)})
                parts = list(zip(edges, edges[1:]))
                draw.shuffle(parts)
                for start, stop in parts:
                    part = (whole if draw.random() < 0.5 else lazy).isel(time=slice(start, stop)).drop_vars("count")
                    part.weft.to_netcdf(self.path, "r+", region={"time": slice(start, stop)})
                whole[["count", "y"]].weft.to_netcdf(self.path, "r+", region={"y": slice(None)})
                self.assertHolds(whole)

    def test_regions_by_coordinates(self):
        whole = sample(times=9)
        whole.weft.to_netcdf(self.path, unlimited_dims=["time"])
        expected = whole.copy(deep=True)
        expected["height"][3:7] *= 2
        part = expected.isel(time=slice(3, 7))
        for region in ("auto", {"time": "auto"}, {"time": "auto", "y": slice(None)}):
            for lazy in (False, True):
                whole.weft.to_netcdf(self.path, unlimited_dims=["time"])
                (part.chunk({"time": 3}) if lazy else part).weft.to_netcdf(self.path, "r+", region=region)
                self.assertHolds(expected)
        for wrong, words in [(part.isel(time=[0, 2, 1]), "'time' do not follow one another in"), (part.drop_vars(["time", "y"]), "no dimension"),
                             (part.assign_coords(time=part["time"] + np.timedelta64(400, "D")), "'time' do not follow one another in")]:
            with self.assertRaisesRegex(ValueError, words):
                wrong.weft.to_netcdf(self.path, "r+", region="auto")
        with self.assertRaisesRegex(ValueError, "not 'all'"):
            part.weft.to_netcdf(self.path, "r+", region="all")

    def test_records_are_appended(self):
        whole = sample(times=9)
        for chunks in (None, {"time": 1}):
            parts = [whole.isel(time=slice(start, stop)) for start, stop in ((0, 2), (2, 3), (3, 9))]
            parts[0].weft.to_netcdf(self.path, unlimited_dims=["time"])
            for part in parts[1:]:
                (part.chunk(chunks) if chunks else part).weft.to_netcdf(self.path, "a", append_dim="time")
            self.assertHolds(whole)

    def test_what_does_not_go_with_the_file_is_refused(self):
        whole = sample()
        whole.weft.to_netcdf(self.path, unlimited_dims=["time"])
        part = whole.isel(time=slice(0, 2))
        other = part.assign_coords(y=part["y"] + 1)
        late = part.assign_coords(time=part["time"] + np.timedelta64(1, "m"))
        for dataset, region, words in [
                (part, {"time": slice(0, 3)}, "'time' has the length 2"), (part, {"z": slice(0, 2)}, "no dimension 'z'"),
                (part, {"time": slice(0, 4, 2)}, "without a step"), (other, {"time": slice(0, 2)}, "'y' has none"),
                (part.assign(new=part["ok"]), {"time": slice(0, 2)}, "no variable 'new'"),
                (late, {"time": slice(0, 2)}, "'time' is kept in the file as int32 hours since")]:
            with self.assertRaisesRegex(ValueError, words):
                dataset.weft.to_netcdf(self.path, "r+", region=region)
        with self.assertRaisesRegex(weftnc.OutOfRangeError, "'packed'"):
            part.assign(packed=part["packed"] * 10**6).weft.to_netcdf(self.path, "r+", region={"time": slice(0, 2)})
        with self.assertRaisesRegex(ValueError, "'y' is not its unlimited one"):
            whole.weft.to_netcdf(self.path, "a", append_dim="y")
        with self.assertRaisesRegex(ValueError, "unexpected encoding .'zlib'"):
            whole.weft.to_netcdf(self.path, encoding={"height": {"zlib": True}})
        with self.assertRaisesRegex(ValueError, "no groups"):
            whole.to_netcdf(self.path, engine="weft", group="g")

    def test_computations_of_dask_are_written_by_threads_processes_and_workers(self):
        import dask.array
        shape, blocks = (40, 30, 20), (7, 11, 20)
        computed = dask.array.arange(np.prod(shape), chunks=-1).reshape(shape).rechunk(blocks) * 2 + 1
        lazy = xarray.Dataset({"v": (("t", "y", "x"), computed), "w": (("t",), computed[:, 0, 0])})
        whole = lazy.compute()
        for scheduler, unlimited in [("threads", []), ("threads", ["t"]), ("processes", ["t"]), ("distributed", ["t"])]:
            with self.subTest(scheduler, unlimited=unlimited), self.scheduled(scheduler):
                lazy.weft.to_netcdf(self.path, unlimited_dims=unlimited)
                with xarray.open_dataset(self.path, engine=weftnc.xarray.WeftBackendEntrypoint, chunks={"t": 9}) as again:
                    (again + 1).weft.to_netcdf(self.path + ".sum", unlimited_dims=unlimited)
            self.assertHolds(whole)
            xarray.testing.assert_equal(self.opened(self.path + ".sum"), whole + 1)

    @contextlib.contextmanager
    def scheduled(self, name):
        if name == "distributed":
            import distributed
            with distributed.LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster, \
                    distributed.Client(cluster):
                yield
        else:
            with dask.config.set(scheduler=name, num_workers=3):
                yield

    def test_a_file_that_is_gone_is_not_made_again(self):
        import dask.array
        lazy = xarray.Dataset({"v": (("t", "x"), dask.array.ones((4, 4), chunks=2))})
        rest = lazy.weft.to_netcdf(self.path, unlimited_dims=["t"], compute=False)
        os.unlink(self.path)
        for write in (rest.compute, lambda: lazy.weft.to_netcdf(self.path, "r+", region={"t": slice(0, 4)}),
                      lambda: lazy.weft.to_netcdf(self.path, "a", append_dim="t")):
            with self.assertRaises(weftnc.MissingFileError):
                write()
            self.assertFalse(os.path.exists(self.path))

    def test_a_block_that_fails_is_an_exception(self):
        import dask.array
        wrong = dask.array.ones((4, 4), chunks=2).map_blocks(lambda block: 1 // 0, dtype="f8")
        with self.assertRaises(ZeroDivisionError):
            xarray.Dataset({"v": (("y", "x"), wrong)}).weft.to_netcdf(self.path)

    def test_a_source_that_is_still_to_be_read_is_not_emptied(self):
        whole = xarray.Dataset({"t": ("x", [1.0, 2, 3]), "p": ("x", [10.0, 20, 30])})
        link, hard = self.path + ".link", self.path + ".hard"
        for make, target in ((lambda: None, self.path), (lambda: os.symlink(self.path, link), link), (lambda: os.link(self.path, hard), hard)):
            whole.weft.to_netcdf(self.path)
            make()
            with xarray.open_dataset(self.path, engine=weftnc.xarray.WeftBackendEntrypoint) as lazy:
                changed = lazy.assign(t=lazy["t"] * 2)
                changed.weft.to_netcdf(target)
            xarray.testing.assert_equal(self.opened(target), whole.assign(t=whole["t"] * 2))
        self.assertTrue(os.path.islink(link))

    def test_an_append_that_fails_leaves_the_file_as_it_was(self):
        import dask.array

        def one(time, values):
            return xarray.Dataset({"a": (("t", "x"), np.full((1, 4), time)), "v": (("t", "x"), values)}, {"t": [time]})
        failing = dask.array.ones((1, 4), chunks=2).map_blocks(lambda block: block * (40000 if block[0, 0] else 0), dtype="f8")
        for form in ("NETCDF3_CLASSIC", "NETCDF3_64BIT_DATA"):
            one(0, [[1, 2, 3, 4]]).weft.to_netcdf(self.path, unlimited_dims=["t"], format=form, encoding={"v": {"dtype": "i2"}})
            before = open(self.path, "rb").read()
            for values in (np.array([[1, 2, 3, 40000]]), np.array([[1.0, 2, 3, np.nan]]), failing):
                with self.assertRaises((weftnc.OutOfRangeError, ValueError)):
                    one(1, values).weft.to_netcdf(self.path, "a", append_dim="t")
                self.assertEqual(open(self.path, "rb").read(), before)
            one(1, [[5, 6, 7, 8]]).weft.to_netcdf(self.path, "a", append_dim="t")
            read = self.opened()
            self.assertEqual((read["t"].values.tolist(), read["v"].values.tolist()), ([0, 1], [[1, 2, 3, 4], [5, 6, 7, 8]]))


if __name__ == "__main__":
    python_tests.main(sys.argv)
