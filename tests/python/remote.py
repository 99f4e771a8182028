#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Names of files of other machines, where the other machine is this one: remote.py, or mpiexec ... remote.py together.

The server is the command of WEFT_COMMAND, or of the installed package.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from package import ROOT

import numpy as np
import weftnc


def server():
    return os.environ.get("WEFT_COMMAND") or str(pathlib.Path(weftnc.__file__).parent / "bin" / "weft")


def write_and_read(place, comm):
    rank, size = (0, 1) if comm is None else (comm.rank, comm.size)
    name = f"ssh://there{place}/far.nc"
    with weftnc.Dataset(name, "w", comm=comm) as far:
        far.createDimension("rank", size)
        far.createDimension("x", 5)
        far.createVariable("v", "i4", ("rank", "x"))[rank] = np.arange(5) + 10 * rank
    expected = np.arange(5) + 10 * np.arange(size)[:, np.newaxis]
    for one in (name, f"{place}/far.nc"):
        with weftnc.Dataset(one, comm=comm) as read:
            assert np.array_equal(read["v"][:], expected), (one, read["v"][:])
    try:
        weftnc.Dataset(f"ssh://there{place}/missing.nc", comm=comm)
    except FileNotFoundError as failure:
        assert "missing.nc" in str(failure), failure
    else:
        raise AssertionError("a file that is not there was opened")


def main(arguments):
    os.environ["WEFT_SSH"] = str(ROOT / "tests/remote/hop")
    os.environ["WEFT_SERVE"] = f"{server()} serve --stdio"
    comm = None
    if arguments == ["together"]:
        from mpi4py import MPI
        comm = MPI.COMM_WORLD
    place = tempfile.mkdtemp(prefix="weft-remote-") if comm is None or comm.rank == 0 else None
    place = place if comm is None else comm.bcast(place)
    write_and_read(place, comm)
    if comm is None:
        dumped = subprocess.run([server(), "dump", f"ssh://there{place}/far.nc"], stdout=subprocess.PIPE, text=True, check=True).stdout
        assert "0, 1, 2, 3, 4" in dumped, dumped
    else:
        comm.barrier()
    if comm is None or comm.rank == 0:
        shutil.rmtree(place)
        print("passed")


main(sys.argv[1:])
