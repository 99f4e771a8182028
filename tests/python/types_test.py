#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The types that the package declares: strict for mypy, true of the code (stubtest), and of use to a program."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import package  # where the others are
import python_tests

try:
    import mypy
    from mypy.version import __version__ as text
    version = tuple(int(part) for part in text.split(".")[:2])
except ImportError:
    mypy, version = None, (0, 0)

GOOD = """
import numpy as np
import weftnc
with weftnc.Dataset("a.nc", "w") as dataset:
    dataset.createDimension("x", 3)
    variable: weftnc.Variable = dataset.createVariable("v", "f4", ("x",), fill_value=-1.0)
    variable[:] = np.zeros(3)
    total: int = variable.size + len(dataset.dimensions["x"])
"""
BAD = ['weftnc.Dataset("a.nc", "q")', "weftnc.Dataset(5)", 'weftnc.Dataset("a.nc").createDimension(3)', 'weftnc.Dataset("a.nc").variables["v"].shape + 1']


@unittest.skipIf(mypy is None, "no mypy")
class Types(unittest.TestCase):
    def run_module(self, *arguments, folder="."):
        environment = {**os.environ, "MYPYPATH": str(package.ROOT / "python"), "PYTHONPATH": str(package.ROOT / "python")}
        return subprocess.run([sys.executable, "-m", *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    @unittest.skipIf(mypy is not None and version < (1, 10), "stubtest of older versions takes properties for something else")
    def test_declarations_are_true(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
            # Of every class Python gives its names there, whatever the class defines for its objects.
            pathlib.Path(folder, "known").write_text(r"weftnc\._attributes\.HasAttributes\.__dict__" + "\n")
            done = self.run_module("mypy.stubtest", "weftnc", "--ignore-missing-stub", "--mypy-config-file", "mypy.ini",
                                   "--allowlist", "known", folder=folder)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_programs_are_checked_strictly(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = [GOOD, *(f"import weftnc\n{one}\n" for one in BAD)]
            for number, text in enumerate(texts):
                pathlib.Path(folder, f"program{number}.py").write_text(text)
            said = self.run_module("mypy", "--strict", "--cache-dir", folder, *sorted(os.listdir(folder)), folder=folder).stdout
        for number, text in enumerate(texts):
            self.assertEqual(f"program{number}.py" in said, number > 0, f"{text}\n{said}")
        self.assertNotIn("weftnc/", said, "the declarations themselves")


if __name__ == "__main__":
    python_tests.main(sys.argv)
