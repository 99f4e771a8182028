#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A staged program adds a variable to a file that has one in a group, puts to all, and is killed. When the file is opened again,
the variables have other numbers.

    renumbered_test.py MPI PROGRAM SCRATCH WEFT"""

import os
import subprocess
import sys
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
RANKS, ROWS, WIDTH = 2, 4, 100
NEW, ROOT, GROUP = 1000, 2000, 3000  # what is put: these numbers, and how far a value is behind the first of the rank


def make(netcdf4, path):
    path.unlink(missing_ok=True)
    with netcdf4.Dataset(path, "w") as file:
        file.createDimension("y", ROWS)
        file.createDimension("x", WIDTH)
        for group in (file, file.createGroup("g")):
            group.createVariable("v", "i4", ("y", "x"), zlib=True, chunksizes=(1, WIDTH))[:] = 7


def put(variable, stamp):
    """Of half of the rows by each rank."""
    rows = ROWS // RANKS
    return "\n".join([f"put together {variable} 2", *(f"{stamp} {rows * rank} 0 {rows} {WIDTH}" for rank in range(RANKS))])


def main():
    try:
        import netCDF4
        import numpy
    except ImportError as missing:
        print(missing)
        return 77
    mpi, program, scratch, weft = sys.argv[1:5]
    folder = Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    path, script = folder / "renumbered.nc", folder / "script"
    values = numpy.tile(numpy.arange(ROWS // RANKS * WIDTH) % 97, RANKS).reshape(ROWS, WIDTH)
    for order in ([(2, NEW)], [(0, ROOT), (1, GROUP), (2, NEW)]):
        make(netCDF4, path)
        steps = ["redef", f"var z 2 0 1 1 {WIDTH}", "enddef", *(put(*one) for one in order)]
        script.write_text("\n".join([f"open {path}", *steps, "die", ""]))
        hints = "weft_stage=memory:8MiB;weft_compress=deflate:1"
        run = [RUN_MPI, "--mpi", mpi, "--ranks", str(RANKS), "--timeout", "60", "--env", f"PNETCDF_HINTS={hints}", "--", program, script]
        killed = subprocess.run(run, capture_output=True, text=True)
        assert killed.returncode != 0 and "line" not in killed.stderr, killed.stdout + killed.stderr
        drained = subprocess.run([weft, "drain", path], capture_output=True, text=True, env=os.environ)
        assert drained.returncode == 0, drained.stdout + drained.stderr
        stamps = dict(order)
        with netCDF4.Dataset(path) as file:
            for number, variable in enumerate((file["v"], file["g/v"], file["z"])):
                wanted = stamps[number] + values if number in stamps else numpy.full((ROWS, WIDTH), 7)
                assert (variable[:] == wanted).all(), f"after {order}, variable {number}: {variable[:]}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
