#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lets every call to storage fail from the n-th on, for each n, as if the machine stopped there, and looks at the file of steps.c.

    every_call_test.py MPI PROGRAM SCRATCH"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from killed_test import HINTS, RUN_MPI, check, said

STEPS = "5"  # with a redefinition
MOST_CALLS = 1000


def run_until(mpi, program, path, log, hints, call):
    """Whether the program came to its end: no call was left to fail."""
    for old in (path, log):
        old.unlink(missing_ok=True)
    run = [RUN_MPI, "--mpi", mpi, "--ranks", "1", "--timeout", "60", "--env", f"PNETCDF_HINTS={hints}",
           "--env", f"WEFT_PLANNED_STORE=any:{call}:EIO:forever", "--", program, path, log, STEPS]
    return subprocess.run(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def main():
    mpi, program, scratch = sys.argv[1:4]
    try:
        import h5py
        import numpy
    except ImportError as error:
        print(f"{error}: h5py reads what is left")
        return 77
    folder = Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    path, log = folder / "steps.nc", folder / "log"
    for hints in HINTS[1:2]:
        for call in range(1, MOST_CALLS):
            if run_until(mpi, program, path, log, hints, call):
                break
            try:
                check(h5py, numpy, path, said(log))
            except Exception as error:
                print(f"'{hints}', call {call}: {error}")
                return 1
        else:
            print("the calls have no end")
            return 1
        if call < 20:
            print(f"only {call} calls: nothing was planned")
            return 1
        print(f"'{hints}': {call - 1} calls")
    return 0


if __name__ == "__main__":
    sys.exit(main())
