#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""PnetCDF's own library over Weft's MPI-IO: its files are those that it writes over the MPI library's, byte for byte."""

import unittest

from support import MPI_ITSELF, WEFT_ALONE, folder, main, run


class PnetcdfTest(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self._testMethodName)

    def written(self, ranks, preload, hints=""):
        file = self.folder / "records.nc"
        file.unlink(missing_ok=True)
        run("pnetcdf", "write", file, ranks=ranks, preload=preload, PNETCDF_HINTS=hints)
        return file.read_bytes()

    def check_same_bytes(self, hints):
        for ranks in (1, 2, 3, 4):
            with self.subTest(ranks=ranks):
                wanted = self.written(ranks, MPI_ITSELF, hints)
                self.assertTrue(self.written(ranks, WEFT_ALONE, hints) == wanted, "the files differ")

    def test_same_bytes(self):
        """PnetCDF places variables by what the file's info says of stripes."""
        self.check_same_bytes("")

    def test_same_bytes_with_places_given(self):
        self.check_same_bytes("nc_var_align_size=64;nc_header_align_size=64;nc_record_align_size=64")

    def test_read_by_the_other(self):
        for writer, reader in ((WEFT_ALONE, MPI_ITSELF), (MPI_ITSELF, WEFT_ALONE)):
            self.written(3, writer)
            run("pnetcdf", "read", self.folder / "records.nc", ranks=2, preload=reader)


if __name__ == "__main__":
    main()
