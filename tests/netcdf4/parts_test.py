#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sets whose parts are netCDF-4 files, as other readers and the weft command find them; also after ranks of steps.c were
killed at random instants.

    parts_test.py MPI PROGRAM WEFT SCRATCH KILLS

WEFT_SEED repeats a run."""

import os
import random
import subprocess
import sys
from pathlib import Path

import killed_test

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
WIDTH = killed_test.WIDTH
RECORDS = 9
PARTS = 3
HINTS = f"weft_format=netcdf4;weft_parts={PARTS};weft_part_least_bytes=0;weft_part_min_ndims=1"
COMPRESSED = f"{HINTS};weft_compress=deflate:1;weft_chunk_bytes=4096"


def command(mpi, ranks, hints, program, *arguments):
    return [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "120", "--env", f"PNETCDF_HINTS={hints}", "--", program, *arguments]


def wanted(number, records):
    import numpy
    return number + 10 * numpy.arange(records)[:, None] + numpy.arange(WIDTH) % 7


def part_of(master, number):
    return master.with_name(f"{master.name}.{number:04}")


def range_of(number):
    return slice(WIDTH * number // PARTS, WIDTH * (number + 1) // PARTS)


def clean(folder):
    for old in folder.glob("*"):
        old.unlink()


def check_fragments(master):
    """Each part by itself, as h5py and netCDF-C read it."""
    import h5py
    import netCDF4
    for part in range(PARTS):
        with h5py.File(part_of(master, part)) as file:
            for number, name in enumerate("ab"):
                assert file[name].compression == "gzip" and file[name].shuffle, f"{name} is not compressed"
                assert (file[name][:] == wanted(number, RECORDS)[:, range_of(part)]).all(), f"part {part}, {name}: other values by h5py"
            assert file["more_1"].shape == (WIDTH // PARTS,), "a variable of a later definition"
        with netCDF4.Dataset(part_of(master, part)) as file:
            for number, name in enumerate("ab"):
                assert (file[name][:] == wanted(number, RECORDS)[:, range_of(part)]).all(), f"part {part}, {name}: other values by netCDF-C"


def text_in(values):
    return values.tobytes().rstrip(b"\0").decode()


def check_aggregation(master):
    """What the master says of its fragments, by the CF conventions."""
    import netCDF4
    with netCDF4.Dataset(master) as file:
        file.set_auto_mask(False)
        for name in "ab":
            assert file[name].aggregated_dimensions == "time x", "other dimensions"
            words = file[name].aggregated_data.split()
            terms = dict(zip(words[::2], words[1::2]))
            sizes = file[terms["map:"]][:].tolist()
            assert sizes[0][0] == RECORDS and sizes[1] == [WIDTH // PARTS] * PARTS, f"{name}: the map is {sizes}"
            uris = [text_in(uri) for uri in file[terms["uris:"]][:].reshape(PARTS, -1)]
            assert uris == [part_of(master, part).name for part in range(PARTS)], f"{name}: the parts are {uris}"
            assert text_in(file[terms["identifiers:"]][:]) == name, "another variable"


def check_commands(weft, master):
    import h5py
    import netCDF4
    subprocess.run([weft, "check", master], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([weft, "info", master], check=True, stdout=subprocess.DEVNULL)
    joined, copied = master.with_suffix(".joined"), master.with_suffix(".copied")
    subprocess.run([weft, "join", master, joined], check=True)
    with netCDF4.Dataset(joined) as file:
        assert file.data_model == "NETCDF3_64BIT_DATA", file.data_model
        assert (file["b"][:] == wanted(1, RECORDS)).all(), "other values in the joined file"
    subprocess.run([weft, "copy", "-k", "nc4", "-d", "1", master, copied], check=True)
    with h5py.File(copied) as file:
        assert (file["a"][:] == wanted(0, RECORDS)).all(), "other values in the copy"
    told = subprocess.run([weft, "dump", "-h", master], check=True, capture_output=True, text=True).stdout
    assert "a(time, x)" in told, told


def check_written(mpi, program, weft, folder):
    master = folder / "steps.nc"
    subprocess.run(command(mpi, 3, COMPRESSED, program, master, folder / "log", str(RECORDS)), check=True)
    check_fragments(master)
    check_aggregation(master)
    check_commands(weft, master)
    clean(folder)


def check_refused(mpi, program, folder):
    """What does not go together is refused on all ranks, by a sentence with both hints."""
    run = command(mpi, 2, HINTS + ";weft_quantize=bitround:5", program, folder / "refused.nc", folder / "log", "1")
    told = subprocess.run(run, capture_output=True, text=True)
    assert told.returncode != 0 and "weft_quantize and weft_parts" in told.stderr + told.stdout, told.stderr
    clean(folder)


def check_killed(weft, master, known):
    """The set as a whole has all that a sync has promised."""
    import h5py
    if known["defined"][-1] < 0:
        return 0
    subprocess.run([weft, "recover", master], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([weft, "check", master], check=True, stdout=subprocess.DEVNULL)
    copied = master.with_suffix(".copied")
    subprocess.run([weft, "copy", "-k", "nc4", master, copied], check=True)
    safe = known["synced"][-1]
    with h5py.File(copied) as file:
        for number, name in enumerate("ab"):
            assert file[name].shape[0] >= safe, f"{name}: {file[name].shape[0]} records, and {safe} were safe"
            assert (file[name][:safe] == wanted(number, safe)).all(), f"{name}: other values"
        assert sum(name.startswith("more_") for name in file) >= known["defined"][-1], "a lost definition"
    for part in range(PARTS):
        with h5py.File(part_of(master, part)) as file:
            assert (file["a"][:safe] == wanted(0, safe)[:, range_of(part)]).all(), f"part {part}: other values"
    return 1


def check_kills(mpi, program, weft, folder, kills, choice):
    master, log = folder / "steps.nc", folder / "log"
    looked_at = 0
    for kill in range(kills):
        ranks = choice.choice([1, 2, 3])
        started = subprocess.Popen(command(mpi, ranks, choice.choice([HINTS, COMPRESSED]), program, master, log),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        known = killed_test.kill_after(log, choice.expovariate(2), ranks, choice)
        started.wait()
        try:
            looked_at += check_killed(weft, master, known)
        except Exception as error:
            raise AssertionError(f"kill {kill}, {ranks} ranks, {known['synced'][-1]} safe: {error}") from error
        clean(folder)
    print(f"{kills} kills, {looked_at} of them behind the first definition")
    assert looked_at > 0 or kills == 0


def main():
    mpi, program, weft, scratch, kills = sys.argv[1:6]
    try:
        import h5py
        import netCDF4
        import numpy
    except ImportError as error:
        print(f"{error}: h5py and netCDF-C read the parts")
        return 77
    del h5py, netCDF4, numpy
    seed = int(os.environ.get("WEFT_SEED", "0"))
    print(f"seeds: WEFT_SEED={seed}")
    folder = Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    clean(folder)
    check_written(mpi, program, weft, folder)
    check_refused(mpi, program, folder)
    check_kills(mpi, program, weft, folder, int(kills), random.Random(seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
