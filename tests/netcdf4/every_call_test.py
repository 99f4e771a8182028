#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lets every call to storage of one rank fail, for each n the n-th, or all from the n-th on as if its disk was gone; looks at the files that
every_call.cpp leaves.

    every_call_test.py MPI PROGRAM SCRATCH"""

import itertools
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from killed_test import HINTS, RUN_MPI, check, said

STEPS = 5
# Ranks, the one whose calls fail, which calls, and the fewest that there must be for anything to be tested.
CASES = [(1, 0, "forever", 20), (1, 0, "once", 20), (2, 0, "forever", 20), (2, 1, "forever", 5), (3, 0, "once", 20), (3, 2, "once", 5)]
ON_EACH_RANK, ON_EACH_NODE = HINTS[1], HINTS[3]  # the index of chunks


def check_case(h5py, numpy, mpi, program, folder, hints, ranks, failing, how):
    """How many calls failed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "120", "--env", f"PNETCDF_HINTS={hints}", "--",
           program, folder, str(failing), how]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    failed = 0
    for log in folder.glob("*.log"):
        known = said(log)
        failed += not known["closed"]
        assert not known["closed"] or known["synced"][-1] == STEPS, f"call {log.stem}: {known}"
        try:
            check(h5py, numpy, log.with_suffix(".nc"), known)
        except Exception as error:
            raise AssertionError(f"call {log.stem}: {error}") from error
    return failed


def main():
    mpi, program, scratch = sys.argv[1:4]
    try:
        import h5py
        import numpy
    except ImportError as error:
        print(f"{error}: h5py reads what is left")
        return 77
    for hints, (ranks, failing, how, fewest) in itertools.product([ON_EACH_RANK, ON_EACH_NODE], CASES):
        try:
            calls = check_case(h5py, numpy, mpi, program, Path(scratch), hints, ranks, failing, how)
            assert calls >= fewest, f"only {calls} calls: nothing was planned"
        except AssertionError as error:
            print(f"{hints}: rank {failing} of {ranks}, {how}: {error}")
            return 1
        print(f"rank {failing} of {ranks}, {how}: {calls} calls")
    return 0


if __name__ == "__main__":
    sys.exit(main())
