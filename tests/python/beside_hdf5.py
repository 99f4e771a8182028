#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weftnc, h5py and netCDF4, each with a libhdf5 of its own, in one process: whichever comes first, each reads what the others write.

    beside_hdf5.py                  in processes of their own: each of the three first, and h5py's libhdf5 where all libraries see it
    beside_hdf5.py FIRST FOLDER     one of these"""

import ctypes
import importlib
import os
import subprocess
import sys
import tempfile

import package  # where the package is

FIRST = ["weftnc", "h5py", "netCDF4", "global"]
LENGTH = 1000


def write(module, path, values):
    if module.__name__ == "h5py":
        with module.File(path, "w") as file:
            file.create_dataset("v", data=values, chunks=(100,), compression="gzip")
        return
    with module.Dataset(path, "w", format="NETCDF4") as file:
        file.createDimension("x", LENGTH)
        file.createVariable("v", "f8", ("x",), zlib=True, chunksizes=(100,))[:] = values


def read(module, path):
    with (module.File if module.__name__ == "h5py" else module.Dataset)(path) as file:
        return file["v"][:]


def show_to_all():
    """The libhdf5 that h5py has opened, as if the program were linked with it."""
    importlib.import_module("h5py")
    with open("/proc/self/maps") as maps:
        opened = {line.split()[-1] for line in maps if "libhdf5" in line and "_hl" not in line}
    for path in opened:
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)


def together(first, folder):
    import numpy
    values = numpy.arange(float(LENGTH))
    if first == "global":
        show_to_all()
        first = "h5py"
    modules = [importlib.import_module(name) for name in sorted(FIRST[:3], key=lambda name: name != first)]
    for round in range(3):
        paths = [os.path.join(folder, f"{module.__name__}{round}.nc") for module in modules]
        for module, path in zip(modules, paths):
            write(module, path, values + round)
        for module in modules:
            for path in paths:
                assert (read(module, path) == values + round).all(), f"{module.__name__} reads {path}"


def main():
    try:
        import h5py
        import netCDF4
    except ImportError as error:
        print(f"skipped: {error}")
        return 77
    for first in FIRST:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, __file__, first, folder], check=True)
        print(f"{first} first: h5py has HDF5 {h5py.version.hdf5_version}, netCDF4 {netCDF4.__hdf5libversion__}")
    return 0


if __name__ == "__main__":
    sys.exit(together(*sys.argv[1:]) if len(sys.argv) > 1 else main())
