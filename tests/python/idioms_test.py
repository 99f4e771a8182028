#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""With weftnc and with netCDF4-python, what programs do (idioms.py) shows the same, and leaves the same in the file."""

import os
import sys
import tempfile
import unittest
import warnings

import numpy as np

import package  # where the others are
import idioms_of_values  # which adds to IDIOMS, as idioms_of_arguments does
import netCDF4
import python_tests
import weftnc
from idioms import IDIOMS
from idioms_of_arguments import Raised


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
        for function in IDIOMS:
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
