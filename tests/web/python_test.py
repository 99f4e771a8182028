#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files on the web in Python, and in xarray where that is installed."""

import pathlib
import sys
import tempfile
import unittest

import numpy

import web_site
from web_site import answering

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT.parent / "python")]
import python_tests  # noqa: E402

import weftnc as nc  # noqa: E402

from weftnc._presentable import presentable_name  # noqa: E402

try:
    import xarray
    from weftnc.xarray import WeftBackendEntrypoint
except ImportError:
    xarray = None


class WebInPython(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.values = numpy.random.default_rng(1).random((8, 100, 200), dtype="f4")
        cls.contents = {}
        for kind in ("NETCDF3_64BIT_DATA", "NETCDF4"):
            path = pathlib.Path(cls.folder.name, kind + ".nc")
            with nc.Dataset(str(path), "w", format=kind) as file:
                for name, length in zip("tyx", cls.values.shape):
                    file.createDimension(name, length)
                more = {"zlib": True, "chunksizes": (1, 50, 200)} if kind == "NETCDF4" else {}
                variable = file.createVariable("v", "f4", ("t", "y", "x"), **more)
                variable.units = "K"
                variable[:] = cls.values
            cls.contents[f"/{kind}.nc"] = path.read_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.site = web_site.Site(dict(self.contents))
        self.addCleanup(self.site.end)

    def test_variables_and_slices(self):
        for path in self.contents:
            with nc.Dataset(self.site.name(path)) as file:
                variable = file.variables["v"]
                self.assertEqual(variable.units, "K")
                numpy.testing.assert_array_equal(variable[:], self.values)
                numpy.testing.assert_array_equal(variable[3, ::7, 5:150:3], self.values[3, ::7, 5:150:3])

    def test_a_slice_of_a_chunk_is_one_request(self):
        with nc.Dataset(self.site.name("/NETCDF4.nc")) as file:
            file.variables["v"][0, 0, 0]
            self.site.forget()
            file.variables["v"][5, 60:70]
            self.assertLessEqual(len(self.site.asked), 1)

    def test_it_is_only_read(self):
        with self.assertRaises(Exception) as caught:
            nc.Dataset(self.site.name("/new.nc"), "w")
        self.assertIn("files on the web are only read", str(caught.exception))
        with self.assertRaises(Exception):
            nc.Dataset(self.site.name("/NETCDF4.nc"), "a")

    def test_an_exception_has_no_secret(self):
        self.site.lie = lambda number, asked: answering(status=403, body=b"")
        with self.assertRaises(Exception) as caught:
            nc.Dataset(self.site.name("/NETCDF4.nc", "ada:h0ush@") + "?key=h0ush")
        self.assertNotIn("h0ush", str(caught.exception))
        self.assertIn("status 403", str(caught.exception))

    def test_names_are_shown_without_secrets(self):
        for name, shown in (("https://a:b@h/x?k", "https://h/x?..."), ("https://h/x", "https://h/x"), ("a?b", "a?b"), ("ssh://a@h/x?", "ssh://a@h/x?"),
                            ("https://ada:pa/ss@host/a", "https://host/a"), ("https://ada:pa?ss@host/a", "https://host/a"), ("s3://b/c?d", "s3://b/c?..."),
                            ("http://[::1]:80/a@b", "http://[::1]:80/a@b")):
            self.assertEqual(presentable_name(name), shown)

    @unittest.skipIf(xarray is None, "xarray is not installed")
    def test_xarray(self):
        for path in self.contents:
            with xarray.open_dataset(self.site.name(path), engine=WeftBackendEntrypoint) as dataset:
                numpy.testing.assert_array_equal(dataset["v"].isel(t=2).values, self.values[2])
                numpy.testing.assert_allclose(dataset["v"].mean("t").values, self.values.mean(0), rtol=1e-5)


if __name__ == "__main__":
    python_tests.main(sys.argv)
