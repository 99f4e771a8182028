# SPDX-License-Identifier: BSD-3-Clause
"""A plain `cmake -S . -B build` needs no test framework, and what is missing is named with the package that has it.

    configure_test.py CMAKE SOURCE SCRATCH MPI
"""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import python_tests

CMAKE, SOURCE, SCRATCH, MPI = sys.argv[1], *map(pathlib.Path, sys.argv[2:4]), sys.argv[4]
ONE_FOLDER = ["-DWEFT_MPI=none", "-DWEFT_TOOLS=OFF", "-DWEFT_ONLY_FOLDERS=base;types;model;format"]


def without(*packages):
    return [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in packages]


class ConfigureTest(unittest.TestCase):
    def configure(self, *settings, **environment):
        build = SCRATCH / self._testMethodName
        shutil.rmtree(build, ignore_errors=True)
        done = subprocess.run([CMAKE, "-S", SOURCE, "-B", build, *settings], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=250, env=os.environ | environment)
        return done.returncode, done.stdout, build

    def refuse(self, *settings, **environment):
        """What is said when it cannot be configured."""
        code, said, _ = self.configure(*settings, **environment)
        self.assertNotEqual(code, 0, said)
        self.assertIn("CMake Error", said)
        return said

    def test_plain(self):
        code, said, build = self.configure(f"-DWEFT_MPI={MPI}", *without("GTest"))
        self.assertEqual(code, 0, said)
        self.assertIn("WEFT_TESTS:BOOL=OFF", (build / "CMakeCache.txt").read_text())

    def test_all_that_is_missing_is_named_at_once(self):
        said = self.refuse(*ONE_FOLDER, "-DWEFT_TESTS=ON", *without("fmt", "GTest", "PkgConfig"))
        self.assertIn("fmt not found: install libfmt-dev", said)
        self.assertIn("PkgConfig not found: install pkg-config", said)
        self.assertIn("GTest not found: install libgtest-dev (for the tests: -DWEFT_TESTS=OFF does without)", said)
        self.assertIn("apt-get install libfmt-dev libgtest-dev pkg-config", said)

    def test_what_pkg_config_does_not_know(self):
        said = self.refuse(*ONE_FOLDER, PKG_CONFIG_LIBDIR=str(SCRATCH))
        self.assertIn("libxxhash not found: install libxxhash-dev", said)
        self.assertIn("libutf8proc not found: install libutf8proc-dev", said)

    def test_what_the_tool_needs(self):
        said = self.refuse(f"-DWEFT_MPI={MPI}", *without("CLI11", "nlohmann_json"))
        self.assertIn("CLI11 not found: install libcli11-dev", said)
        self.assertIn("nlohmann_json not found: install nlohmann-json3-dev", said)

    def test_what_reports_need(self):
        said = self.refuse(f"-DWEFT_MPI={MPI}", "-DWEFT_TOOLS=OFF", *without("nlohmann_json"))
        self.assertIn("nlohmann_json not found: install nlohmann-json3-dev", said)

    @unittest.skipIf(MPI == "none", "Fortran needs MPI")
    def test_a_fortran_compiler(self):
        said = self.refuse(f"-DWEFT_MPI={MPI}", "-DWEFT_TESTS=ON", FC="/nonexistent/gfortran")
        self.assertIn("The tests need a Fortran compiler (package gfortran), or -DWEFT_FORTRAN=OFF",
                      " ".join(said.split()))

    def test_mpi(self):
        for mpi, package in (("openmpi", "libopenmpi-dev"), ("mpich", "libmpich-dev")):
            said = self.refuse(f"-DWEFT_MPI={mpi}", *without("MPI"))
            self.assertIn(f"MPI (WEFT_MPI is {mpi}) not found: install {package}", said)


if __name__ == "__main__":
    python_tests.main(sys.argv[:1])
