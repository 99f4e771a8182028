#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""With weftnc and with netCDF4-python, what programs do (idioms.py) shows the same, and leaves the same in the file."""

import os
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import numpy as np

import package  # where the others are
import idioms
import idioms_of_arguments
import idioms_of_values  # which adds to IDIOMS, as idioms_of_arguments does
import netCDF4
import python_tests
import weftnc
from idioms import IDIOMS
from idioms_of_arguments import Raised


# Of netCDF-4 files: what Weft does not write, or netCDF4-python does not do.
NOT_OF_NETCDF4 = {"several_files": "it joins no such files", "times_of_several_files": "it joins no such files",
                  "settings_of_several_files": "it joins no such files", "facts_of_a_variable": "chunks of Weft's own lengths",
                  "attributes_that_are_refused": "several texts", "what_only_netcdf4_files_have": "groups and types",
                  "changes_that_are_refused": "endian='big'"}


class Idioms(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")
        here = os.getcwd()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, here)
        os.chdir(folder.name)

    def same(self, ours, theirs, where):
        if isinstance(theirs, (list, tuple)):
            self.assertEqual(len(ours), len(theirs), where)
            for i, (one, other) in enumerate(zip(ours, theirs)):
                self.same(one, other, f"{where}[{i}]")
        elif isinstance(theirs, Raised):
            self.assertIsInstance(ours, Raised, where)
            self.assertLessEqual(theirs.kinds, ours.kinds, f"{where}: {theirs.text}, {ours.text}")
        elif isinstance(theirs, dict):
            self.assertEqual(list(ours), list(theirs), where)
            self.same(list(ours.values()), list(theirs.values()), where)
        elif isinstance(theirs, np.ndarray):
            self.assertEqual((type(ours), np.shape(ours), ours.dtype.kind), (type(theirs), np.shape(theirs), theirs.dtype.kind),
                             where)
            np.testing.assert_array_equal(np.ma.getmaskarray(ours), np.ma.getmaskarray(theirs), where)
            np.testing.assert_array_equal(np.ma.filled(ours), np.ma.filled(theirs), where)
        else:
            self.assertEqual(ours, theirs, where)

    def test_there_are_sixty(self):
        self.assertGreaterEqual(len(IDIOMS), 60)

    def test_both_packages_see_the_same(self):
        self.compare(IDIOMS)

    def test_also_in_netcdf4_files(self):
        for module in (idioms, idioms_of_arguments, idioms_of_values):
            patched = unittest.mock.patch.object(module, "FORMAT", "NETCDF4")
            patched.start()
            self.addCleanup(patched.stop)
        self.assertLessEqual(set(NOT_OF_NETCDF4), {one.__name__ for one in IDIOMS})
        self.compare([one for one in IDIOMS if one.__name__ not in NOT_OF_NETCDF4])

    def compare(self, functions):
        for function in functions:
            with self.subTest(function.__name__):
                theirs, written = self.run_with(function, netCDF4)
                ours, also_written = self.run_with(function, weftnc)
                self.same(ours, theirs, function.__name__)
                self.same(also_written, written, f"{function.__name__}: the file")

    def run_with(self, function, package):
        """What it returns, and what netCDF4 reads from its file."""
        seen = function(package)
        with netCDF4.Dataset("a.nc" if os.path.exists("a.nc") else "part0.nc") as root:
            root.set_auto_maskandscale(False)
            root.set_auto_chartostring(False)
            written = [(name, one.dimensions, str(one[...].tolist())) for name, one in root.variables.items()]
        for name in os.listdir("."):
            os.unlink(name)
        return seen, written


if __name__ == "__main__":
    python_tests.main(sys.argv)
