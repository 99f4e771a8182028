#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Has change.c change netCDF-4 files that netCDF4-python has made: nothing in them may be lost.

    changed_test.py MPI PROGRAM SCRATCH"""

import subprocess
import sys
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"


def make(netCDF4, numpy, path, more=lambda file: None):
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("t", None)
        file.createDimension("x", 5)
        v = file.createVariable("v", "f4", ("t", "x"), zlib=True, chunksizes=(2, 5))
        v[:] = numpy.arange(20).reshape(4, 5)
        v.units = "K"
        file.createVariable("x", "f8", ("x",), endian="big")[:] = numpy.arange(5)
        file.title = "a title"
        file.setncattr_string("string", "text")
        group = file.createGroup("g")
        group.createVariable("w", "i2", ("x",))[:] = numpy.arange(5)
        group.note = "of a group"
        more(file)


def change(mpi, program, path, ranks):
    run = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "60", "--", program, path]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_changed(netCDF4, numpy, path):
    with netCDF4.Dataset(path) as file:
        assert file.title == "other" and file.string == "text" and file["g"].note == "of a group"
        assert file["v"].shape == (6, 5) and file["v"].units == "K" and file["v"].chunking() == [2, 5]
        assert (file["v"][:4] == numpy.arange(20).reshape(4, 5)).all() and (file["v"][5] == numpy.arange(50, 55)).all()
        assert file["v"][4].mask.all(), "nobody has written this record"
        assert (file["x"][:] == numpy.arange(5)).all() and file["x"].endian() == "big"
        assert (file["g/w"][:] == numpy.arange(5)).all()


def main():
    mpi, program, scratch = sys.argv[1:4]
    try:
        import h5py
        import netCDF4
        import numpy
    except ImportError as error:
        print(f"{error}: h5py and netCDF4 make the files")
        return 77
    path = Path(scratch) / "changed.nc"
    path.parent.mkdir(parents=True, exist_ok=True)
    for ranks in (1, 2):
        make(netCDF4, numpy, path)
        said = change(mpi, program, path, ranks)
        assert "NC_" not in said, said
        check_changed(netCDF4, numpy, path)
    for words, more in [("is of type string", lambda file: file.createVariable("s", str, ("x",)))]:
        make(netCDF4, numpy, path, more)
        before = path.read_bytes()
        said = change(mpi, program, path, 1)
        assert "NC_ENOTBUILT" in said and words in said, said
        assert path.read_bytes() == before, "a file that is refused has changed"
    make(netCDF4, numpy, path)
    with h5py.File(path, "a") as file:
        file["soft"] = h5py.SoftLink("/v")
    assert "links" in change(mpi, program, path, 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
