#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Has quantize.c write netCDF-4 files whose values are quantised, and compares each bit with what netCDF-C makes of the same
values.

    quantized_test.py MPI PROGRAM SCRATCH"""

import os
import subprocess
import sys
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
ROWS, COLUMNS, ODD_ROWS, ODD_COLUMNS, RECORDS = 36, 24, 37, 23, 8
FILL = -999.125
SHAPES = {"fixed": (1, "f4", (ROWS, COLUMNS)), "array": (2, "f4", (ODD_ROWS, ODD_COLUMNS)),
          "doubles": (3, "f8", (ODD_ROWS, ODD_COLUMNS)), "records": (4, "f4", (RECORDS, ROWS, COLUMNS))}
MODES = {1: "BitGroom", 2: "GranularBitRound", 3: "BitRound"}
HINTED = {1: "bitgroom", 2: "granular", 3: "bitround"}
# Mode, digits, whether by a hint, and other hints.
CASES = [(1, 3, False, ""), (2, 3, False, "weft_compress=deflate:1;weft_chunk_bytes=4096"), (3, 9, False, "weft_method=two_phase;cb_buffer_size=4096"),
         (3, 12, True, ""), (1, 2, True, "weft_compress=deflate:1"), (2, 6, True, "weft_method=sieve"), (0, 0, False, "weft_quantize=bitround:5")]


def values_of(numpy, variable, shape):
    element = numpy.arange(int(numpy.prod(shape)))
    scales = numpy.array([1e-3, 1e-2, 0.1, 1, 10, 100, 1000])
    values = ((element * 7919 + variable * 104729) % 20011 - 10000.5) * scales[element % 7]
    values[element % 41 == 7] = FILL
    return values.reshape(shape)


def by_netcdf(numpy, netCDF4, path, values, mode, digits):
    """What netCDF-C writes of them as one array."""
    if mode == 0:
        return values
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("x", values.size)
        its = file.createVariable("v", values.dtype, ("x",), fill_value=FILL, significant_digits=digits, quantize_mode=MODES[mode])
        its.set_auto_mask(False)
        its[:] = values.ravel()
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)
        return file["v"][:].reshape(values.shape)


def check(numpy, netCDF4, path, scratch, mode, digits):
    expected = {name: by_netcdf(numpy, netCDF4, scratch, values_of(numpy, number, shape).astype(kind), mode, digits)
                for name, (number, kind, shape) in SHAPES.items()}
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)
        assert (file["time"][:] == 0.1 * numpy.arange(RECORDS)).all() and file["time"].quantization() is None, "time"
        assert not [name for name in file["whole"].ncattrs() if name.startswith("_Quantize")], "whole numbers"
        for name, wanted in expected.items():
            assert (file[name].endian() == "big") == (name in ("fixed", "doubles")), f"{name}: {file[name].endian()}"
            found = file[name][:].astype(wanted.dtype)
            words = f"u{wanted.dtype.itemsize}"
            other = numpy.argwhere(found.view(words) != wanted.view(words))
            assert len(other) == 0, f"{name}: {len(other)} other values, the first at {other[0]}"
            told = file[name].quantization()
            assert told == (None if mode == 0 else (digits, MODES[mode])), f"{name}: {told}"


def main():
    mpi, program, scratch = sys.argv[1:4]
    try:
        import netCDF4
        import numpy
        if not getattr(netCDF4, "__has_quantization_support__", False):
            raise ImportError("netCDF-C before 4.9")
    except ImportError as error:
        print(f"{error}: netCDF-C is what values are compared with")
        return 77
    for ranks in (1, 2, 4):
        for number, (mode, digits, is_hinted, hints) in enumerate(CASES):
            path = Path(scratch) / f"quantized_{ranks}_{number}.nc"
            path.parent.mkdir(parents=True, exist_ok=True)
            if is_hinted:
                hints = f"{hints};weft_quantize={HINTED[mode]}:{digits}"
            run = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "120", "--env", f"PNETCDF_HINTS={hints}", "--", program, path,
                   str(-1 if is_hinted else mode), str(digits)]
            done = subprocess.run(run, capture_output=True, text=True, env=os.environ)
            if done.returncode != 0:
                print(f"{ranks} ranks, {MODES.get(mode)}, '{hints}': {done.stdout}{done.stderr}")
                return 1
            check(numpy, netCDF4, str(path), str(path) + ".reference", mode, digits)
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
