#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Which files are Weft's and which stay with the MPI library: by WEFT_MPIIO, and by the hint weft_mpiio.

The program opens a file, writes, closes, and deletes it when told to. Behind Weft stands a library that aborts, so a
file that is left to the MPI library ends the program."""

import os
import subprocess
import unittest

from support import FACTS, MPI_ITSELF, WEFT, WEFT_ALONE, folder, main, run, start


def symbols(library):
    listed = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1].split("@")[0] for line in listed.splitlines()}
    return {name for name in names if name.startswith(("MPI_File_", "PMPI_File_"))}


class ExcludedTest(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self._testMethodName)

    def assert_weft(self, name, hint="-", **variables):
        run("excluded", self.folder / name, hint, ranks=2, preload=WEFT_ALONE, **variables)

    def assert_mpi_itself(self, name, hint="-", **variables):
        """It gets to the MPI library's open; and where that is the real one, the data get into the file."""
        done = start("excluded", self.folder / name, hint, ranks=2, preload=WEFT_ALONE, **variables)
        self.assertNotIn(done.returncode, (0, 124), done.stdout)
        self.assertIn("leaked to the MPI library: MPI_File_open", done.stdout)
        run("excluded", self.folder / name, hint, ranks=2, preload=WEFT, **variables)
        self.assertEqual((self.folder / name).read_bytes(), b"0123")

    def test_nothing_said(self):
        self.assert_weft("a.dat")
        self.assertEqual((self.folder / "a.dat").read_bytes(), b"0123")

    def test_off(self):
        for word in ("off", "disable", "0"):
            self.assert_mpi_itself("a.dat", WEFT_MPIIO=word)
        self.assert_weft("a.dat", WEFT_MPIIO="on")

    def test_patterns(self):
        self.assert_weft("a.h5", WEFT_MPIIO="*.h5")
        self.assert_mpi_itself("a.nc", WEFT_MPIIO="*.h5")
        for name in ("a.h5", "b.nc"):
            self.assert_weft(name, WEFT_MPIIO="*.h5:*/b.*")
        self.assert_mpi_itself("a.nc", WEFT_MPIIO="*.h5:*/b.*")

    def test_hint(self):
        self.assert_mpi_itself("a.dat", "disable")
        self.assert_weft("a.dat", "enable")

    def test_rank_0_decides(self):
        self.assert_mpi_itself("a.dat", "0:disable")
        self.assert_weft("a.dat", "1:disable")

    def test_environment_before_hint(self):
        self.assert_weft("a.dat", "disable", WEFT_MPIIO="on")
        self.assert_mpi_itself("a.dat", "enable", WEFT_MPIIO="off")

    def test_delete(self):
        for name, variables in (("a.h5", {}), ("a.nc", {"WEFT_MPIIO": "*.h5"})):
            for preload in (WEFT_ALONE, WEFT, MPI_ITSELF):
                (self.folder / name).write_bytes(b"0123")
                done = start("excluded", self.folder / name, "delete", ranks=1, preload=preload, **variables)
                leaks = preload == WEFT_ALONE and bool(variables)
                self.assertEqual("leaked to the MPI library: MPI_File_delete" in done.stdout, leaks, done.stdout)
                self.assertEqual(done.returncode != 0, leaks, done.stdout)
                self.assertEqual((self.folder / name).exists(), leaks)

    def test_no_file(self):
        """The MPI library says what it always says of it."""
        for preload in (MPI_ITSELF, WEFT):
            run("excluded", self.folder / "-", "null", ranks=1, preload=preload)

    def test_every_function_is_defined(self):
        """By Weft, under both names; and by the library behind it, but for those that may go on to the MPI library."""
        wanted = symbols(os.path.realpath(FACTS["mpi_library"]))
        self.assertIn("PMPI_File_write_at_all", wanted)
        self.assertFalse(wanted - symbols(FACTS["weft_mpiio"]))
        through = {f"{prefix}_File_{name}" for prefix in ("MPI", "PMPI")
                   for name in ("c2f", "f2c", "create_errhandler", "get_errhandler", "set_errhandler")}
        self.assertEqual(wanted - symbols(FACTS["aborting"]), through)


if __name__ == "__main__":
    main()
