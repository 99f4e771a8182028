#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What programs for netCDF4-python find beside idioms.py: CDL, files that end before their data, launchers of another MPI, and
what is only weftnc's own."""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest
import warnings

import numpy as np

import package  # where the others are
import python_tests
import weftnc
from dataset_test import InFolder

COMMAND = os.environ.get("WEFT_COMMAND") or shutil.which("weft")
MPIEXEC = shutil.which("mpiexec.mpich")


def write(path, name="v"):
    with weftnc.Dataset(path, "w", format="NETCDF3_CLASSIC") as dataset:
        dataset.createDimension("t", None)
        dataset.createDimension("x", 50)
        dataset.createVariable("fixed", "i2", ("x",))[:] = 1
        dataset.createVariable(name, "f8", ("t", "x"))[0:3] = 2.0
        dataset.createVariable("short", "i1", ("t",))[0:3] = 3


class Text(InFolder):
    def setUp(self):
        super().setUp()
        if COMMAND is None:
            self.skipTest("the weft command is not built")
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{pathlib.Path(COMMAND).parent}{os.pathsep}{before}"
        self.addCleanup(os.environ.__setitem__, "PATH", before)

    def test_a_dataset_becomes_cdl_and_a_dataset_again(self):
        write(self.path)
        with weftnc.Dataset(self.path) as dataset:
            header, coordinates, whole = dataset.tocdl(), dataset.tocdl(coordvars=True), dataset.tocdl(data=True)
            dataset.tocdl(data=True, outfile=f"{self.path}.cdl")
        self.assertNotIn("data:", header)
        self.assertIn("double v(t, x)", coordinates)
        self.assertIn(" short = 3, 3, 3 ;", whole)
        self.assertEqual(pathlib.Path(f"{self.path}.cdl").read_text(), whole)
        again = weftnc.Dataset.fromcdl(f"{self.path}.cdl", ncfilename=f"{self.path}2", mode="r", format="NETCDF3_64BIT_OFFSET")
        with again:
            self.assertEqual(again.data_model, "NETCDF3_64BIT_OFFSET")
            self.assertEqual(again.tocdl(data=True).replace("netcdf file.nc2 {", "netcdf file {"), whole)
        if shutil.which("ncdump"):
            done = subprocess.run(["ncdump", "-h", self.path], stdout=subprocess.PIPE, text=True, check=True)
            self.assertEqual(header, done.stdout)

    def test_what_is_written_but_not_closed_is_in_the_text(self):
        with weftnc.Dataset(self.path, "w") as dataset:
            dataset.createDimension("x", 2)
            dataset.createVariable("v", "i4", ("x",))[:] = [4, 5]
            self.assertIn("v = 4, 5 ;", dataset.tocdl(data=True))

    def test_text_that_is_none_is_told(self):
        pathlib.Path(f"{self.path}.cdl").write_text("netcdf a { dimensions: x = ; }")
        with self.assertRaisesRegex(RuntimeError, "file.nc.cdl: error: line 1"):
            weftnc.Dataset.fromcdl(f"{self.path}.cdl", format="NETCDF3_CLASSIC")
        with self.assertRaises(FileNotFoundError):
            weftnc.Dataset.fromcdl(f"{self.path}.none")


class Incomplete(InFolder):
    def said(self, bytes_):
        os.truncate(self.path, bytes_)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            weftnc.Dataset(self.path).close()
        return [one for one in caught if one.category is weftnc.IncompleteFileWarning]

    def test_a_file_that_ends_before_its_data_warns(self):
        write(self.path)
        whole = os.path.getsize(self.path)
        self.assertEqual(self.said(whole), [])
        # Nothing is lost of a byte that only rounds up a record.
        self.assertEqual(self.said(whole - 3), [])
        said = self.said(whole - 4)
        self.assertEqual(len(said), 1)
        self.assertIn(f"at {whole - 4} bytes", str(said[0].message))
        self.assertEqual(os.path.abspath(said[0].filename), os.path.abspath(__file__))
        self.assertEqual(len(self.said(whole - 500)), 1)

    def test_files_without_values_do_not(self):
        with weftnc.Dataset(self.path, "w", format="NETCDF3_CLASSIC") as dataset:
            dataset.createDimension("t", None)
            dataset.createVariable("r", "f8", ("t",))
        self.assertEqual(self.said(os.path.getsize(self.path)), [])


class Failures(InFolder):
    def test_a_file_that_cannot_be_opened_is_an_oserror_with_its_name(self):
        pathlib.Path(self.path).write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(100))
        with self.assertRaisesRegex(OSError, "libhdf5 says") as caught:
            weftnc.Dataset(self.path)
        self.assertNotIn("built", str(caught.exception))
        self.assertEqual(caught.exception.filename, self.path)
        pathlib.Path(self.path).write_text("text, and no netCDF file")
        with self.assertRaises(OSError) as caught:
            weftnc.Dataset(self.path)
        self.assertEqual((caught.exception.errno, caught.exception.filename), (-51, self.path))
        with self.assertRaises(FileNotFoundError) as caught:
            weftnc.Dataset(f"{self.path}.none")
        self.assertEqual((caught.exception.errno, caught.exception.filename), (2, f"{self.path}.none"))

    def test_what_a_file_in_memory_cannot_be_is_told(self):
        with self.assertRaisesRegex(ValueError, "its size in bytes"):
            weftnc.Dataset("a", "w", memory=b"abc")
        with self.assertRaisesRegex(OSError, "netCDF"):
            weftnc.Dataset("a", memory=b"not netCDF, to be sure")

    def test_one_value_behind_the_last_place_is_refused(self):
        write(self.path)
        with weftnc.Dataset(self.path, "a") as dataset:
            with self.assertRaisesRegex(weftnc.IndexingError, "behind the last index"):
                dataset["v"][len(dataset["v"]):] = 1
            with self.assertRaisesRegex(weftnc.IndexingError, "no end"):
                dataset["v"][:] = np.zeros(50)
            self.assertEqual(dataset["v"].shape, (3, 50))

    def test_texts_are_filled_up_and_encoded(self):
        with weftnc.Dataset(self.path, "w") as dataset:
            dataset.createDimension("t", None)
            dataset.createDimension("n", 6)
            names = dataset.createVariable("names", "S1", ("t", "n"))
            names._Encoding = "latin-1"
            for value, expected in (("ü", ["ü"]), (b"a", ["a"]), ("", [""]), ("London", ["London"])):
                names[0] = value
                self.assertEqual(names[:].tolist(), expected)
            names[:] = np.array(["a", "bc", ""])
            names[len(names):] = ["Oslo"]
            self.assertEqual(names[:].tolist(), ["a", "bc", "", "Oslo"])
            with self.assertRaisesRegex(weftnc.IndexingError, "of one text"):
                names[:] = "x"
            with self.assertRaises(weftnc.IndexingError):
                names[0] = "too long"
            with self.assertRaises(UnicodeEncodeError):
                names[0] = "\u20ac"
            names.set_auto_chartostring(False)
            self.assertEqual(names[1].tolist(), [b"b", b"c", *[None] * 4])

    def test_names_of_netcdf4_files_are_there_and_refused(self):
        for kind in (weftnc.Group, weftnc.CompoundType, weftnc.VLType, weftnc.EnumType):
            with self.assertRaisesRegex(weftnc.Error, "files are written without"):
                kind(None, "a")


class Launched(InFolder):
    PROGRAM = ("import sys; sys.path[:] = {path!r}\nfrom mpi4py import MPI\nimport weftnc\n"
               "weftnc.Dataset({file!r}, 'w', {how}).close()\n")

    def test_processes_that_a_launcher_of_another_mpi_has_started_do_not_write(self):
        if MPIEXEC is None:
            self.skipTest("no mpiexec.mpich")
        found = subprocess.run([sys.executable, "-c", "from mpi4py import MPI; print(MPI.get_vendor()[0])"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True).stdout.strip()
        if found != "Open MPI":
            self.skipTest(f"mpi4py is of {found or 'nothing'}, not of Open MPI")
        for how in ("comm=MPI.COMM_WORLD", "parallel=True"):
            done = subprocess.run([MPIEXEC, "-n", "2", sys.executable, "-c", self.PROGRAM.format(path=sys.path, file=self.path, how=how)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, timeout=120)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("a launcher started 2 processes, but each is alone", done.stderr)
            self.assertIn("Open MPI", done.stderr)
            self.assertFalse(os.path.exists(self.path))


if __name__ == "__main__":
    python_tests.main(sys.argv)
