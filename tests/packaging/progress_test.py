# SPDX-License-Identifier: BSD-3-Clause
"""dev/show_progress keeps all that builds say, and shows how far they are."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import python_tests

BEGIN = "[{} Performing build step for 'weft_{}'"


class ProgressTest(unittest.TestCase):
    def shown(self, lines):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log")
            log.write_text("before\n")
            done = subprocess.run([ROOT / "dev/show_progress", log], input="".join(f"{line}\n" for line in lines), text=True,
                                  check=True, stdout=subprocess.PIPE)
            self.assertEqual(log.read_text().splitlines(), ["before", *lines])
        return done.stdout.splitlines()

    def test_ninja(self):
        lines = ["[1/9] Building something else", BEGIN.format("5/24]", "serial"), "[0/2] Re-checking globbed directories...",
                 *[f"[{n}/74] Building CXX object a/b.cpp.o" for n in range(1, 74)], "[74/74] Linking CXX shared library a.so",
                 BEGIN.format("6/24]", "openmpi"), "[1/2] Building CXX object", "warning: [2/2] Building"]
        self.assertEqual(self.shown(lines), [f"  serial: {part} %" for part in (1, 10, 20, 31, 40, 50, 60, 70, 81, 90, 100)] +
                         ["  openmpi: 50 %"])

    def test_make(self):
        lines = [BEGIN.format(" 16%]", "mpich"), "[  1%] Building CXX object", r"[  7%] Built target \weft", "[ 55%] Building C",
                 "[ 59%] Building C", "[100%] Linking CXX shared library"]
        self.assertEqual(self.shown(lines), ["  mpich: 1 %", "  mpich: 55 %", "  mpich: 100 %"])


if __name__ == "__main__":
    python_tests.main(sys.argv, verbosity=2)
