# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of an installation share: where it is, and running commands."""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import python_tests

FACTS = json.loads(pathlib.Path(os.environ["WEFT_INSTALL_FACTS"]).read_text())
SOURCE = pathlib.Path(FACTS["source"])
SCRATCH = pathlib.Path(FACTS["build"], "scratch", "install")
PREFIX = SCRATCH / "moved" / "here"  # an installation that was moved after it was made
STAGED = SCRATCH / "staged"  # a DESTDIR
STAGED_PREFIX = "/opt/weft"


def run(*command, **options):
    """The output of a command that must succeed; what it said is in the error when it does not."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, timeout=300, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} returned {done.returncode}\n{done.stdout}")
    return done.stdout


def environment(**changes):
    """This process's environment without what would lead to other installations, and with the changes."""
    misleading = ("CPATH", "LIBRARY_PATH", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH", "DESTDIR", "MAKEFLAGS",
                  "CC", "CXX", "FC", "CFLAGS", "CXXFLAGS", "FFLAGS", "LDFLAGS", "PNETCDF")
    kept = {name: value for name, value in os.environ.items() if name not in misleading}
    return kept | {name: str(value) for name, value in changes.items()}


def main():
    python_tests.main(sys.argv, verbosity=2)
