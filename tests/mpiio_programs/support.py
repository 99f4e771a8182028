# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of whole programs share: starting one with Weft's MPI-IO in front of the MPI library's, or without."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import python_tests

FACTS = json.loads(pathlib.Path(os.environ["WEFT_MPIIO_FACTS"]).read_text())
RUN_MPI = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
TIMEOUT = 120

# What is preloaded.
MPI_ITSELF = []
WEFT = [FACTS["weft_mpiio"]]
WEFT_ALONE = [FACTS["weft_mpiio"], FACTS["aborting"]]  # a call that goes on to the MPI library ends the program


def folder(name):
    """An empty one."""
    path = pathlib.Path(FACTS["scratch"], name)
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def start(program, *arguments, ranks, preload, **variables):
    """The launcher is not to be preloaded, so the ranks' environment is set behind it."""
    settings = [f"{name}={value}" for name, value in variables.items()]
    if preload:
        settings.append(f"LD_PRELOAD={':'.join(preload)}")
    command = [RUN_MPI, "--mpi", FACTS["mpi"], "--ranks", ranks, "--timeout", TIMEOUT, "--", "/usr/bin/env", *settings,
               FACTS["programs"][program], *arguments]
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    assert "cannot be preloaded" not in done.stdout, done.stdout
    return done


def run(program, *arguments, ranks, preload, **variables):
    """What a program said that must succeed."""
    done = start(program, *arguments, ranks=ranks, preload=preload, **variables)
    called = f"{program} {' '.join(map(str, arguments))}, {ranks} ranks, {len(preload)} libraries preloaded"
    assert done.returncode == 0, f"{called}: returned {done.returncode}\n{done.stdout}"
    return done.stdout


def main():
    python_tests.main(sys.argv, verbosity=2)
