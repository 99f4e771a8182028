#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Parallel netCDF-4 over Weft's MPI-IO: what either writes the other reads, and ncdump finds the same in both."""

import shutil
import subprocess
import unittest

from support import MPI_ITSELF, WEFT_ALONE, folder, main, run


def dumped(file):
    return subprocess.run(["ncdump", "-n", "cubes", file], check=True, capture_output=True, text=True, timeout=60).stdout


class Netcdf4Test(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self._testMethodName)

    def test_read_by_the_other(self):
        for writer, reader in ((WEFT_ALONE, MPI_ITSELF), (MPI_ITSELF, WEFT_ALONE)):
            run("netcdf4", "write", self.folder / "cubes.nc", ranks=2, preload=writer)
            for ranks in (1, 3):
                run("netcdf4", "read", self.folder / "cubes.nc", ranks=ranks, preload=reader)

    @unittest.skipUnless(shutil.which("ncdump"), "no ncdump: package netcdf-bin")
    def test_ncdump(self):
        run("netcdf4", "write", self.folder / "mpi.nc", ranks=1, preload=MPI_ITSELF)
        wanted = dumped(self.folder / "mpi.nc")
        self.assertTrue("compressed =\n  2000000, 2000001" in wanted, wanted[:1000])
        for ranks in (1, 3, 4):
            with self.subTest(ranks=ranks):
                run("netcdf4", "write", self.folder / "weft.nc", ranks=ranks, preload=WEFT_ALONE)
                self.assertTrue(dumped(self.folder / "weft.nc") == wanted, "the contents differ")


if __name__ == "__main__":
    main()
