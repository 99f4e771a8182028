# SPDX-License-Identifier: BSD-3-Clause
"""What is missing for the tests is an error that names it: configure_test.py CMAKE GENERATOR"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import python_tests

CMAKE, GENERATOR = sys.argv[1:3]


class ConfigureTest(unittest.TestCase):
    def test_without_a_fortran_compiler(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([CMAKE, "-S", ROOT, "-B", folder, "-G", GENERATOR, "-DWEFT_MPI=openmpi", "-Wno-dev"],
                                  env=os.environ | {"FC": "/nonexistent/gfortran"}, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        said = " ".join(done.stdout.split())
        self.assertIn("The tests need a Fortran compiler (package gfortran), or -DWEFT_FORTRAN=OFF", said)


if __name__ == "__main__":
    python_tests.main(sys.argv[:1])
