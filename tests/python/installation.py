#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""pip installs the package into a virtual environment, without a network, and it works there: installation.py LIBRARY COMMAND REMOTE

What CMake would build is taken from this build (the library without MPI, the weft command, the library for files of other
machines), and setuptools stands for the backend of pyproject.toml, which Debian does not have. All else that an installation
is made of is that of the tree: the modules, the command's entry, the engine of xarray, the version.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import package  # where the others are
import python_tests

TESTS = pathlib.Path(__file__).parent
BACKEND = '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
FILES = ('[tool.setuptools]\npackages = ["weftnc", "weftnc.xarray"]\npackage-dir = {"" = "python"}\n'
         '[tool.setuptools.package-data]\n"*" = ["py.typed", "*.pyi", "lib/*", "bin/*"]\n')
PROGRAM = """
import importlib.metadata, pathlib, sys
import numpy as np, weftnc
assert pathlib.Path(sys.prefix) in pathlib.Path(weftnc.__file__).parents, weftnc.__file__
assert importlib.metadata.version("weftnc") == weftnc.__version__
with weftnc.Dataset("a.nc", "w") as file:
    file.createDimension("x", 5)
    file.createVariable("v", "f4", ("x",))[:] = range(5)
import xarray
with xarray.open_dataset("a.nc", engine="weft") as read:
    assert float(read["v"].sum()) == 10
"""


def missing():
    for module in ("pip", "setuptools", "wheel", "venv", "numpy", "cftime", "xarray"):
        if subprocess.run([sys.executable, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode:
            return f"this Python has no {module}"
    return None


def tree(folder, library, command, *loaded):
    """What is installed from: the source tree, with what is built where CMake would put it."""
    version = re.search(r'^WEFT_VERSION\t"(\S+)"', (package.ROOT / "api/features.tsv").read_text(), re.M)[1]
    shutil.copytree(package.ROOT / "python", folder / "python", ignore=shutil.ignore_patterns("__pycache__", "CMakeLists.txt"))
    for name in ("README.md", "LICENSE"):
        shutil.copy(package.ROOT / name, folder)
    text = (package.ROOT / "pyproject.toml").read_text()
    own = text[text.index("[project]"):text.index("[tool.scikit-build")]
    (folder / "pyproject.toml").write_text(BACKEND + own.replace('dynamic = ["version"]', f'version = "{version}"') + FILES)
    places = [(library, "lib/libweft_serial.so"), (command, "bin/weft"), *((one, f"lib/{os.path.basename(one)}") for one in loaded)]
    for built, place in places:
        (folder / "python/weftnc" / place).parent.mkdir(exist_ok=True)
        shutil.copy(built, folder / "python/weftnc" / place)


class Installation(unittest.TestCase):
    def setUp(self):
        if missing():
            self.skipTest(missing())
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bin = self.folder / "environment/bin"
        self.said("-m", "venv", "--system-site-packages", "--without-pip", self.folder / "environment", program=sys.executable)

    def said(self, *arguments, program=None):
        variables = {name: value for name, value in os.environ.items() if name not in ("WEFT_LIBRARIES", "PYTHONPATH")}
        done = subprocess.run([program or self.bin / "python", *arguments], cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**variables, "WEFT_INSTALLED": "1"})
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-3000:]}")
        return done.stdout

    def test_what_pip_installs_works(self):
        source = self.folder / "source"
        source.mkdir()
        tree(source, *BUILT)
        self.said("-m", "pip", "--quiet", "--python", self.bin / "python", "install", "--no-index", "--no-build-isolation",
                  "--disable-pip-version-check", source, program=sys.executable)
        shutil.rmtree(source)
        self.said("-c", PROGRAM)
        self.assertIn("Weft: ", self.said("version", program=self.bin / "weft"))
        self.assertIn("weft", self.said("-m", "weftnc", "help"))
        self.said(TESTS / "selection_test.py")


if __name__ == "__main__":
    BUILT = sys.argv[1:5]
    python_tests.main(sys.argv[:1])
