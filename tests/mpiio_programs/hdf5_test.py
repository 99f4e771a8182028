#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Parallel HDF5 over Weft's MPI-IO: what either writes the other reads, and no call leaks to the MPI library."""

import shutil
import subprocess
import unittest

from support import MPI_ITSELF, WEFT_ALONE, folder, main, run


class Hdf5Test(unittest.TestCase):
    def setUp(self):
        self.file = folder(self._testMethodName) / "cubes.h5"

    def test_written_by_weft(self):
        for ranks in (1, 2, 3, 4):
            with self.subTest(ranks=ranks):
                run("hdf5", "write", self.file, ranks=ranks, preload=WEFT_ALONE)
                run("hdf5", "read", self.file, ranks=1, preload=MPI_ITSELF)
                run("hdf5", "read", self.file, ranks=3, preload=WEFT_ALONE)

    def test_left_open(self):
        """HDF5 closes the file in MPI_Finalize: nobody has forgotten it."""
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                self.assertEqual(run("hdf5", "leave", self.file, ranks=ranks, preload=WEFT_ALONE), "")
                run("hdf5", "read", self.file, ranks=1, preload=MPI_ITSELF)

    @unittest.skipUnless(shutil.which("h5diff"), "no h5diff: package hdf5-tools")
    def test_h5diff(self):
        wanted = self.file.with_name("wanted.h5")
        run("hdf5", "write", wanted, ranks=1, preload=MPI_ITSELF)
        for ranks in (1, 3, 4):
            with self.subTest(ranks=ranks):
                run("hdf5", "write", self.file, ranks=ranks, preload=WEFT_ALONE)
                done = subprocess.run(["h5diff", "--verbose", wanted, self.file], capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, done)
                self.assertIn("dataset: </deflated_x> and </deflated_x>", done.stdout)

    def test_written_by_mpi_itself(self):
        run("hdf5", "write", self.file, ranks=2, preload=MPI_ITSELF)
        for ranks in (1, 3):
            run("hdf5", "read", self.file, ranks=ranks, preload=WEFT_ALONE)


if __name__ == "__main__":
    main()
