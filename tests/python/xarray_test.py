#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""xarray finds in real files by Weft what it finds by netCDF4-python."""

import pathlib
import sys
import unittest
import warnings

import numpy as np

import package  # where the others are
import python_tests

try:
    import xarray
    from weftnc.xarray import WeftBackendEntrypoint
except ImportError as missing:
    xarray = None
    why = f"no xarray: {missing}"
else:
    why = ""

FOLDER = pathlib.Path("/usr/share/ferret-vis/data")  # of Debian's package ferret-datasets


@unittest.skipIf(xarray is None, why)
class RealFiles(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")

    def test_all_are_identical(self):
        count = 0
        for path in sorted(FOLDER.iterdir()):
            if not WeftBackendEntrypoint().guess_can_open(path):
                continue
            with self.subTest(path.name):
                options = {"decode_times": self.has_times(path)}
                with xarray.open_dataset(path, engine="netcdf4", **options) as theirs, \
                        xarray.open_dataset(path, engine=WeftBackendEntrypoint, **options) as ours:
                    xarray.testing.assert_identical(theirs, ours)
                count += 1
        self.assertGreaterEqual(count, 10)

    @staticmethod
    def has_times(path):
        """Whether xarray understands the file's times."""
        try:
            xarray.open_dataset(path, engine="netcdf4").close()
        except ValueError:
            return False
        return True

    def test_values_are_read_when_they_are_needed(self):
        path = FOLDER / "coads_climatology.cdf"
        with xarray.open_dataset(path, engine=WeftBackendEntrypoint, decode_times=False) as ours, \
                xarray.open_dataset(path, engine="netcdf4", decode_times=False) as theirs:
            part = {"COADSX": slice(10, 20, 3), "TIME": [0, 5, 11]}
            np.testing.assert_array_equal(ours["SST"].isel(part).values, theirs["SST"].isel(part).values)
            self.assertIn("[194400 values", repr(ours["SST"]), "not in memory")


if __name__ == "__main__":
    python_tests.main(sys.argv)
