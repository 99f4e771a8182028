#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Has write.c write netCDF-4 files, and other readers look at them.

    written_test.py MPI PROGRAM SCRATCH"""

import os
import subprocess
import sys
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
HINTS = ["", "weft_compress=deflate:1", "weft_compress=zstd:3;weft_checksum=fletcher32", "weft_compress=deflate;weft_chunk_bytes=4096",
         "weft_checksum=fletcher32;weft_chunk_bytes=5000;weft_method=two_phase;cb_buffer_size=4096"]
ROWS, COLUMNS, RECORDS = 37, 23, 8
NAMES = {1: "i1", 2: "S1", 3: "i2", 4: "i4", 5: "f4", 6: "f8", 7: "u1", 8: "u2", 9: "u4", 10: "i8", 11: "u8"}
# What complains of a file says so on its own.
TOOLS = [["ncdump", "-h"], ["ncdump", "-s", "-h"], ["h5dump", "-H"], ["h5stat"]]


def expected(numpy, variable, shape, type_number):
    numbers = (variable * 31 + numpy.arange(int(numpy.prod(shape))) * 7) % 113
    if type_number == 2:
        return numpy.array([b"%c" % (97 + int(one) % 26) for one in numbers], "S1").reshape(shape)
    return numbers.astype(NAMES[type_number]).reshape(shape)


def check_values(numpy, reader, get):
    for type_number in NAMES:
        for kind, shape in enumerate([(ROWS, COLUMNS), (RECORDS, ROWS, COLUMNS)]):
            name = f"{('fixed', 'records')[kind]}_{type_number}"
            if name == "fixed_1":
                name = "renamed"
            found = get(name)
            wanted = expected(numpy, 2 * (type_number - 1) + kind, shape, type_number)
            assert found.shape == wanted.shape, f"{reader}: {name}: {found.shape}"
            assert found.dtype.str[1:] == wanted.dtype.str[1:], f"{reader}: {name}: {found.dtype}"
            assert (found == wanted).all(), f"{reader}: {name}: other values"
    assert (get("added") == expected(numpy, 23, (ROWS, COLUMNS), 5)).all(), f"{reader}: added"


def check(numpy, h5py, netCDF4, path, has_plugins):
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)
        assert file.data_model == "NETCDF4" and file.dimensions["time"].isunlimited()
        assert file.history == "again" and file.empty == "", file.ncattrs()
        assert list(file.variables)[:2] == ["renamed", "records_1"], list(file.variables)
        assert list(file["renamed"].valid_range) == [0, 112]
        assert file["records_5"].long_name == "records_5" and file["scalar"][...] == 42
        its = file["records_5"]
        assert its.chunking() == [2, 10, 23] and its.filters()["complevel"] == 4 and its.filters()["fletcher32"], its.filters()
        assert its.endian() == "big" and file["fixed_6"].endian() == "big" and file["fixed_4"].endian() == "little"
        assert file["fixed_5"].filters()["complevel"] == 9 and not file["fixed_5"].filters()["shuffle"]
        if has_plugins:
            check_values(numpy, "netCDF4", lambda name: file[name][:])
    with h5py.File(path) as file:
        assert all(file["records_4"].dims[i][0].name == f"/{name}" for i, name in enumerate(["time", "y", "x"]))
        if has_plugins:
            check_values(numpy, "h5py", lambda name: file[name][:])
    for tool in TOOLS:
        done = subprocess.run([*tool, path], capture_output=True, text=True)
        assert done.returncode == 0 and "error" not in done.stderr.lower(), f"{tool}: {done.stderr}"


def main():
    mpi, program, scratch = sys.argv[1:4]
    try:
        import h5py
        import netCDF4
        import numpy
    except ImportError as error:
        print(f"{error}: h5py and netCDF4 read what is written")
        return 77
    for ranks in (1, 2, 4):
        for number, hints in enumerate(HINTS):
            path = Path(scratch) / f"written_{ranks}_{number}.nc"
            path.parent.mkdir(parents=True, exist_ok=True)
            run = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "120", "--env", f"PNETCDF_HINTS={hints}", "--", program, path]
            done = subprocess.run(run, capture_output=True, text=True, env=os.environ)
            if done.returncode != 0:
                print(f"{ranks} ranks, '{hints}': {done.stdout}{done.stderr}")
                return 1
            # Debian's netCDF-C and h5py have no zstd.
            check(numpy, h5py, netCDF4, str(path), "zstd" not in hints)
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
