#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Datasets of xarray in netCDF-4 files: written by Weft as xarray's engine "netcdf4" writes them, whole, by parts and by dask."""

import contextlib
import copy
import os
import sys
import unittest
import warnings

import numpy as np

import package  # where the others are
import python_tests

try:
    import dask
    import netCDF4
    import xarray
    import weftnc.xarray
    from weftnc.xarray import WeftBackendEntrypoint
except ImportError as missing:
    print(f"skipped: python.xarray_netcdf4: {missing}")
    sys.exit(77)
from dataset_test import InFolder
from xarray_writing_test import sample

FORMATS = ("NETCDF4", "NETCDF4_CLASSIC")
# With chunks for all that has records: where nobody says, Weft's are longer than netCDF-C's.
ASKED = {"height": {"zlib": True, "complevel": 2, "shuffle": True, "fletcher32": True, "chunksizes": (2, 4, 3), "_FillValue": -9.0},
         "packed": {"zlib": True, "shuffle": False, "chunksizes": (3, 2), "dtype": "i2", "scale_factor": 0.5, "_FillValue": -1},
         "count": {"contiguous": True}, "time": {"units": "hours since 2019-01-01", "dtype": "i4", "chunksizes": (4,)},
         "ok": {"chunksizes": (5,), "zlib": True, "complevel": 7}, "name": {"dtype": "S1", "char_dim_name": "letters"}}
_OF_PLACES = ("source", "preferred_chunks")


def in_form(dataset, form):
    """Without what the classic model lacks."""
    return dataset if form == "NETCDF4" else dataset.assign(count=dataset["count"].astype("i4"))


def encodings(dataset):
    found = {name: {key: str(value) for key, value in one.encoding.items() if key not in _OF_PLACES}
             for name, one in dataset.variables.items()}
    return {**found, None: sorted(dataset.encoding["unlimited_dims"])}


class Written(InFolder):
    def setUp(self):
        super().setUp()
        warnings.simplefilter("ignore")

    def opened(self, path=None, engine="netcdf4"):
        with xarray.open_dataset(path or self.path, engine=engine) as read:
            return read.load()

    def ways(self, dataset, options):
        """Of writing it: functions of nothing."""
        yield lambda: dataset.to_netcdf(self.path, engine="weft", **copy.deepcopy(options))
        yield lambda: dataset.weft.to_netcdf(self.path, **copy.deepcopy(options))
        lazy = dataset.chunk({"time": 2, "y": 3})
        yield lambda: lazy.to_netcdf(self.path, engine="weft", **copy.deepcopy(options))
        yield lambda: lazy.weft.to_netcdf(self.path, **copy.deepcopy(options))
        yield lambda: lazy.weft.to_netcdf(self.path, compute=False, **copy.deepcopy(options)).compute()

    def assertAlike(self, theirs):
        """With the file that the other engine has written, by both engines."""
        expected, found = self.opened(theirs), self.opened()
        xarray.testing.assert_identical(found, expected)
        self.assertEqual(encodings(found), encodings(expected))
        xarray.testing.assert_identical(self.opened(engine=WeftBackendEntrypoint), expected)

    def test_files_are_alike(self):
        theirs = self.path + ".theirs"
        for form in FORMATS:
            for unlimited in ([], ["time"]):
                whole = in_form(sample(), form)
                options = {"format": form, "encoding": ASKED, "unlimited_dims": unlimited}
                whole.to_netcdf(theirs, engine="netcdf4", **copy.deepcopy(options))
                for number, write in enumerate(self.ways(whole, options)):
                    with self.subTest(form=form, unlimited=unlimited, way=number):
                        write()
                        self.assertAlike(theirs)

    def test_encodings_go_from_file_to_file(self):
        """Where they suit the dataset."""
        source, theirs = self.path + ".source", self.path + ".theirs"
        whole = sample()
        for unlimited in ([], ["time"]):
            whole.to_netcdf(source, engine="netcdf4", encoding=copy.deepcopy(ASKED), unlimited_dims=unlimited)
            for engine in ("netcdf4", WeftBackendEntrypoint):
                parts = [lambda one: one, lambda one: one.isel(y=slice(0, 2)), lambda one: one.isel(time=slice(0, 1)).chunk(),
                         lambda one: one.transpose("place", "y", "time")]
                for number, part in enumerate(parts if not unlimited else parts[:1]):
                    with self.subTest(unlimited=unlimited, engine=engine, part=number), xarray.open_dataset(source, engine=engine) as read:
                        part(read).to_netcdf(self.path, engine="weft", format="NETCDF4")
                        part(read).to_netcdf(theirs, engine="netcdf4", format="NETCDF4")
                        self.assertAlike(theirs)

    def test_what_cannot_be_is_refused(self):
        whole = sample()
        for encoding, kind, words in [({"compression": "szip"}, weftnc.Error, "'height'.*szip"), ({"bzip2": True}, weftnc.Error, "'height'.*bzip2"),
                                      ({"blosc": {"compressor": "blosc_lz4", "shuffle": 1}}, weftnc.Error, "'height'.*blosc_lz4"), ({"endian": "big"}, weftnc.Error, "endian"),
                                      ({"significant_digits": 16}, weftnc.Error, "significant_digits"), ({"significant_digits": 3, "quantize_mode": "x"}, ValueError, "quantize_mode"),
                                      ({"lzf": 3}, ValueError, "'lzf'"),
                                      ({"chunksizes": (1, 2)}, ValueError, "chunksizes"), ({"dtype": str}, ValueError, "dtype=str")]:
            for write in (whole.weft.to_netcdf, lambda path, **options: whole.to_netcdf(path, engine="weft", **options)):
                with self.subTest(**encoding), self.assertRaisesRegex(kind, words):
                    write(self.path, format="NETCDF4", encoding={"height": dict(encoding)})
        with self.assertRaisesRegex(ValueError, "'zlib'.*NETCDF4"):
            whole.weft.to_netcdf(self.path, encoding={"height": {"zlib": True}})

    def test_compression_by_its_name(self):
        """Which older versions of the other engine pass over. It goes from file to file, too."""
        for asked, found in (({"compression": "zlib"}, "zlib"), ({"compression": "zstd"}, "zstd"), ({"zstd": True}, "zstd")):
            sample()[["height"]].to_netcdf(self.path, engine="weft", format="NETCDF4", encoding={"height": {**asked, "complevel": 3}})
            with xarray.open_dataset(self.path, engine=WeftBackendEntrypoint) as read:
                read.to_netcdf(self.path + ".copy", engine="weft", format="NETCDF4")
            for path in (self.path, self.path + ".copy"):
                with weftnc.Dataset(path) as file:
                    filters = file["height"].filters()
                    self.assertEqual((filters[found], filters["complevel"]), (True, 3))

    def test_digits(self):
        """Values have the bits that netCDF4-python gives them, whoever writes them."""
        if not getattr(netCDF4, "__has_quantization_support__", False):
            self.skipTest("netCDF-C before 4.9")
        whole = sample(times=8)
        for asked in ({"significant_digits": 3}, {"significant_digits": 2, "quantize_mode": "GranularBitRound", "zlib": True, "chunksizes": (2, 4, 3)},
                      {"significant_digits": 9, "quantize_mode": "BitRound", "dtype": "f4"}):
            storage = {key: value for key, value in asked.items() if key not in ("dtype", "_FillValue")}
            fill = asked["_FillValue"] = -9.0
            kind = asked.get("dtype", "f8")
            with netCDF4.Dataset(self.path + ".theirs", "w") as file:
                for name, length in whole["height"].sizes.items():
                    file.createDimension(name, length)
                file.createVariable("height", kind, whole["height"].dims, fill_value=fill, **storage)[:] = whole["height"].fillna(fill).values
                told = file["height"].quantization()
            expected = self.opened(self.path + ".theirs")["height"]
            self.assertLess((expected.values == whole["height"].values.astype(kind)).mean(), 0.1)
            for number, write in enumerate(self.ways(whole, {"format": "NETCDF4", "encoding": {"height": asked}})):
                with self.subTest(way=number, **asked):
                    write()
                    found = self.opened()["height"]
                    np.testing.assert_array_equal(found.values, expected.values)
                    self.assertEqual(found.dtype, expected.dtype)
                    with weftnc.Dataset(self.path) as file:
                        self.assertEqual(file["height"].quantization(), told)
                    with xarray.open_dataset(self.path, engine=WeftBackendEntrypoint) as read:
                        read.to_netcdf(self.path + ".copy", engine="weft", format="NETCDF4")
                    xarray.testing.assert_identical(self.opened(self.path + ".copy"), self.opened())

    def test_texts_become_characters(self):
        texts = xarray.Dataset({"t": ("x", np.array(["a", "b\u00e4", ""], object))})
        texts.to_netcdf(self.path + ".vlen", engine="netcdf4")
        for engine in ("netcdf4", WeftBackendEntrypoint):
            with xarray.open_dataset(self.path + ".vlen", engine=engine) as read:
                read.to_netcdf(self.path, engine="weft", format="NETCDF4")
            xarray.testing.assert_identical(self.opened(), texts)

    def test_parts_are_written(self):
        """Regions, whatever the chunks are, and records."""
        whole = sample(times=9, rows=7)
        for lazy in (None, {"time": 1, "y": 2}):
            template = whole.chunk({"time": 4}).assign(count=whole["count"])
            template.weft.to_netcdf(self.path, format="NETCDF4", encoding=copy.deepcopy(ASKED), unlimited_dims=["time"], compute=False)
            for start, stop in ((4, 9), (0, 4)):
                part = whole.isel(time=slice(start, stop))
                (part.chunk(lazy) if lazy else part).drop_vars(["y", "count", "name"]).weft.to_netcdf(self.path, "r+", region={"time": slice(start, stop)})
            xarray.testing.assert_equal(self.opened(), whole)
            whole.isel(time=slice(0, 2)).weft.to_netcdf(self.path, format="NETCDF4", encoding=copy.deepcopy(ASKED), unlimited_dims=["time"])
            for start, stop in ((2, 3), (3, 9)):
                part = whole.isel(time=slice(start, stop))
                (part.chunk(lazy) if lazy else part).weft.to_netcdf(self.path, "a", append_dim="time")
            xarray.testing.assert_equal(self.opened(), whole)
            xarray.testing.assert_equal(self.opened(engine=WeftBackendEntrypoint), whole)
            whole[["height"]].drop_vars(list(whole.coords)).rename(height="more").to_netcdf(self.path, "a", engine="weft")
            np.testing.assert_array_equal(self.opened()["more"], whole["height"])

    def test_all_of_dasks_schedulers_write(self):
        import dask.array
        values = dask.array.arange(24000, chunks=-1).reshape(40, 30, 20).rechunk((20, 11, 20)) * 2 + 1
        lazy = xarray.Dataset({"v": (("t", "y", "x"), values)})
        asked = {"v": {"zlib": True, "chunksizes": (16, 10, 20)}}  # which several blocks share
        for scheduler in ("threads", "processes", "distributed"):
            for write in (lambda: lazy.weft.to_netcdf(self.path, format="NETCDF4", encoding=asked, unlimited_dims=["t"]),
                          lambda: lazy.weft.to_netcdf(self.path, "r+", region={"t": slice(0, 40)})):
                with self.subTest(scheduler), self.scheduled(scheduler):
                    write()
                xarray.testing.assert_equal(self.opened(), lazy.compute())

    @contextlib.contextmanager
    def scheduled(self, name):
        if name == "distributed":
            import distributed
            with distributed.LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster, distributed.Client(cluster):
                yield
        else:
            with dask.config.set(scheduler=name, num_workers=3):
                yield

    def test_blocks_that_threads_were_to_write_go_to_no_other_process(self):
        lazy = sample().chunk({"time": 2})
        rest = lazy.to_netcdf(self.path, engine="weft", format="NETCDF4", compute=False)
        with self.assertRaisesRegex(Exception, "choose the scheduler"):
            rest.compute(scheduler="processes")

    def test_a_file_that_is_gone_is_not_made_again(self):
        rest = sample().chunk({"time": 2}).weft.to_netcdf(self.path, format="NETCDF4", compute=False)
        os.unlink(self.path)
        with self.assertRaises(weftnc.MissingFileError):
            rest.compute()
        self.assertFalse(os.path.exists(self.path))

    def test_an_append_that_fails_leaves_the_file_as_it_was(self):
        import dask.array

        def one(time, values):
            return xarray.Dataset({"a": (("t", "x"), np.full((1, 4), time)), "v": (("t", "x"), values)}, {"t": [time]})
        failing = dask.array.ones((1, 4), chunks=2).map_blocks(lambda block: block * (40000 if block[0, 0] else 0), dtype="f8")
        asked = {"v": {"dtype": "i2", "zlib": True, "chunksizes": (1, 4)}, "a": {"zlib": True, "chunksizes": (4, 2)}, "t": {"zlib": True}}
        one(0, [[1, 2, 3, 4]]).weft.to_netcdf(self.path, unlimited_dims=["t"], format="NETCDF4", encoding=asked)
        with open(self.path, "rb") as file:
            before = file.read()
        for scheduler in ("threads", "processes"):
            for values in (np.array([[1, 2, 3, 40000]]), np.array([[1.0, 2, 3, np.nan]]), failing):
                with dask.config.set(scheduler=scheduler), self.assertRaises((weftnc.OutOfRangeError, ValueError)):
                    one(1, values).weft.to_netcdf(self.path, "a", append_dim="t")
                with open(self.path, "rb") as file:
                    self.assertEqual(file.read(), before)
        one(1, [[5, 6, 7, 8]]).weft.to_netcdf(self.path, "a", append_dim="t")
        self.assertEqual(self.opened()["v"].values.tolist(), [[1, 2, 3, 4], [5, 6, 7, 8]])
        self.assertEqual(os.listdir(self.folder.name), [os.path.basename(self.path)])


if __name__ == "__main__":
    python_tests.main(sys.argv)
