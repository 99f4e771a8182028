#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What random programs leave in netCDF-4 files, as other readers find it: h5py and netCDF-C must find the values of the copies to
CDF-5, which the programs have compared with their model, and the tools of HDF5 and netCDF-C must not complain.

    readers_test.py MPI PROGRAM SCRATCH PROGRAMS

WEFT_SEED, with the seed that a run has said, repeats it."""

import os
import subprocess
import sys
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
TOOLS = [["ncdump", "-h"], ["ncdump", "-s", "-h"], ["h5dump", "-H"], ["h5stat"]]
ZSTD = 32015  # a filter that other readers have as a plugin, or not at all
WITH_TOOLS = 20  # files of so many ranks


def raw(file):
    """Values as they are in the file."""
    file.set_auto_maskandscale(False)
    file.set_always_mask(False)
    return file


def same(numpy, one, other):
    one, other = numpy.asarray(one), numpy.asarray(other)
    return one.dtype.newbyteorder("=") == other.dtype.newbyteorder("=") and one.shape == other.shape and (
        one.astype(one.dtype.newbyteorder("=")).tobytes() == other.astype(other.dtype.newbyteorder("=")).tobytes())


def compare_attributes(numpy, what, wanted, found):
    assert sorted(wanted.ncattrs()) == sorted(found.ncattrs()), f"{what}: attributes {found.ncattrs()}, wanted {wanted.ncattrs()}"
    for name in wanted.ncattrs():
        assert same(numpy, wanted.getncattr(name), found.getncattr(name)), f"{what}: another value of {name!r}"


def h5_dataset(file, name):
    """netCDF-C calls a variable like this that has the name of a dimension and is not its coordinate."""
    hidden = "_nc4_non_coord_" + name
    return file[hidden if hidden in file else name]


def check_encodings(h5py, dataset):
    """Some readers take a name for ASCII that is not noted as UTF-8."""
    def is_noted(name, cset):
        return name.isascii() or cset == h5py.h5t.CSET_UTF8
    path = dataset.name.encode()
    assert is_noted(path.decode(), dataset.file.id.links.get_info(path).cset), f"{dataset.name} is not noted as UTF-8"
    for name in dataset.attrs:
        assert is_noted(name, h5py.h5a.get_info(dataset.id, name.encode()).cset), f"{dataset.name}: {name!r} is not noted as UTF-8"


def is_readable(h5py, dataset):
    creation = dataset.id.get_create_plist()
    filters = [creation.get_filter(i)[0] for i in range(creation.get_nfilters())]
    return all(one != ZSTD or h5py.h5z.filter_avail(one) for one in filters)


def compare(numpy, h5py, netCDF4, copy, path):
    """Returns the number of variables whose values both can read."""
    values = 0
    with raw(netCDF4.Dataset(copy)) as wanted, raw(netCDF4.Dataset(path)) as found, h5py.File(path) as file:
        compare_attributes(numpy, "the file", wanted, found)
        for name, its in wanted.dimensions.items():
            other = found.dimensions[name]
            assert (len(its), its.isunlimited()) == (len(other), other.isunlimited()), f"dimension {name!r}: {other}"
        assert list(wanted.variables) == list(found.variables), f"variables {list(found.variables)}"
        for name, its in wanted.variables.items():
            other = found[name]
            assert its.dimensions == other.dimensions, f"{name!r}: dimensions {other.dimensions}"
            compare_attributes(numpy, repr(name), its, other)
            dataset = h5_dataset(file, name)
            check_encodings(h5py, dataset)
            if is_readable(h5py, dataset):
                values += its.size > 0
                assert same(numpy, its[...], other[...]), f"{name!r}: other values by netCDF-C"
                assert same(numpy, its[...], dataset[...]), f"{name!r}: other values by h5py"
    return values


def check_tools(path):
    for tool in TOOLS:
        told = subprocess.run([*tool, path], capture_output=True, text=True, errors="replace")
        assert told.returncode == 0 and not told.stderr, f"{' '.join(tool)}: {told.stderr}"


def main():
    mpi, program, scratch, programs = sys.argv[1:5]
    try:
        import h5py
        import netCDF4
        import numpy
    except ImportError as error:
        print(f"{error}: it reads what the programs leave")
        return 77
    files, values = 0, 0
    for ranks in (1, 2, 4):
        folder = Path(scratch) / f"{ranks}"
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        subprocess.run([RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "300", "--", program, "--seed", os.environ.get("WEFT_SEED", "fresh"),
                        "--programs", programs, "--with", "netcdf4", "--keep", folder, "--dir", folder], check=True)
        for number, copy in enumerate(sorted(folder.glob("*.cdf5"))):
            path = copy.with_suffix(".nc")
            try:
                values += compare(numpy, h5py, netCDF4, copy, path)
                if number < WITH_TOOLS:
                    check_tools(path)
            except AssertionError as error:
                print(f"{path}, {ranks} ranks: {error}")
                return 1
            files += 1
    print(f"{files} files, {values} variables with values: all as netCDF-C and h5py find them")
    return 0 if values else 1


if __name__ == "__main__":
    sys.exit(main())
