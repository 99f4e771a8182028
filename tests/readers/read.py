# SPDX-License-Identifier: BSD-3-Clause
"""Files of all three formats, written by three ranks through Weft, read by netCDF4, scipy and ncdump.

Usage: read.py MPI PROGRAM DIRECTORY (the program: write.cpp). Exits 77 where the Python packages are missing.
"""

import pathlib
import shutil
import subprocess
import sys

try:
    import netCDF4
    import numpy
    import scipy.io
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

RUN_MPI = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
ROWS, COLUMNS = 6, 5


def expected(number):
    i, j = numpy.indices((ROWS, COLUMNS))
    return (17 * number + 10 * i + j) % 100


def values_of(variable):
    data = numpy.asarray(variable[:])
    if data.dtype.kind in "SU":
        return numpy.frombuffer(data.astype("S1").tobytes(), dtype="u1").reshape(ROWS, COLUMNS).astype(int) - 20
    return data.astype(int)


def check(reader, variables, types):
    names = [f"{kind}_{number}" for number in types for kind in ("fixed", "record")]
    assert list(variables) == names, f"{reader}: variables {list(variables)}"
    for number, name in enumerate(names):
        got = values_of(variables[name])
        assert (got == expected(number)).all(), f"{reader}: {name} holds\n{got}\ninstead of\n{expected(number)}"


def check_format(version, mpi, program, directory):
    path = directory / f"cdf{version}.nc"
    subprocess.run([RUN_MPI, "--mpi", mpi, "--ranks", "3", "--timeout", "60", "--", program, str(version), path],
                   check=True)
    types = range(1, 12 if version == 5 else 7)
    with netCDF4.Dataset(path) as file:
        file.set_auto_maskandscale(False)
        assert file.variables["fixed_1"].units == "é" and list(file.range) == [-1.5, 1e30]
        check("netCDF4", file.variables, types)
    if version != 5:
        with scipy.io.netcdf_file(path, "r", mmap=False) as file:
            check("scipy", file.variables, types)
    text = subprocess.run(["ncdump", path], check=True, capture_output=True, text=True).stdout
    assert "time = UNLIMITED ; // (6 currently)" in text, text[:500]


def main():
    mpi, program, directory = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    for version in (1, 2, 5):
        check_format(version, mpi, program, directory)
        print(f"CDF-{version}: netCDF4, {'' if version == 5 else 'scipy, '}ncdump agree")


main()
