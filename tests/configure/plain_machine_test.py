# SPDX-License-Identifier: BSD-3-Clause
"""What README.md says under "Build and install" and "The first program", to the letter, on a machine with plain names.

    plain_machine_test.py SCRATCH configure    its first line, and that nothing of Debian's names was needed
    plain_machine_test.py SCRATCH build        all of it, which takes minutes: part of `make packages`
"""

import pathlib
import re
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import python_tests

README = (HERE.parents[1] / "README.md").read_text()
SCRATCH, PART = pathlib.Path(sys.argv[1]), sys.argv[2]


def chapter(title):
    return README.split(f"## {title}\n")[1].split("\n## ")[0]


def building():
    return re.findall(r"^ {4}(cmake .*?)(?: *#.*)?$", chapter("Build and install"), re.M)


def first_program():
    return re.search(r"```c\n(.*?)```", chapter("The first program"), re.S)[1]


def compiling():
    return re.search(r"```sh\n(.*?)```", chapter("The first program"), re.S)[1].splitlines()


class PlainMachineTest(unittest.TestCase):
    def on_plain_machine(self, *lines, seconds):
        """Runs lines of shell there, in the source tree, where a build/ of its own can be made."""
        script = "\n".join(["set -e", "cd /home && mkdir -p tree && cd tree", "for f in /source/*; do [ $f = /source/build ] || ln -sfn $f .; done", *lines])
        done = subprocess.run([HERE / "plain_machine", SCRATCH, "sh", "-c", script], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, timeout=seconds)
        if done.returncode == 77:
            self.skipTest(done.stdout.strip().removeprefix("skipped: "))
        self.assertEqual(done.returncode, 0, done.stdout[-8000:])
        return done.stdout

    def test_configure(self):
        said = self.on_plain_machine(building()[0], "grep -E '^(WEFT_MPI|MPI_C_COMPILER|CMAKE_CXX_FLAGS)' build/CMakeCache.txt",
                                     seconds=200)
        self.assertIn("WEFT_MPI:STRING=default", said)
        self.assertIn("MPI_C_COMPILER:FILEPATH=/usr/bin/mpicc\n", said)
        self.assertNotIn("Werror", said)

    def test_build(self):
        self.assertEqual((len(building()), len(compiling())), (3, 2))
        said = self.on_plain_machine(*building(), "mkdir -p /home/mine && cd /home/mine",
                                     f"cat > first.c <<'END_OF_PROGRAM'\n{first_program()}END_OF_PROGRAM",
                                     *compiling(), "echo written:", "weft dump first.nc", seconds=3000)
        written = said.split("written:")[1]
        self.assertIn("30, 31, 32, 33 ;", written)
        self.assertNotIn("warning:", said)


if __name__ == "__main__":
    python_tests.main([sys.argv[0], f"PlainMachineTest.test_{PART}"], verbosity=2)
