#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Kills ranks of steps.c at random instants, and looks at the file as h5py finds it.

    killed_test.py MPI PROGRAM SCRATCH KILLS

The file must open with the last definition that was certain, or a later one, and have every record that a sync has promised.
WEFT_SEED repeats a run."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
WIDTH = 3000
HINTS = ["", "weft_compress=deflate:1", "weft_compress=deflate:1;weft_chunk_bytes=4096",
         "weft_compress=deflate:1;weft_shared_memory=enable;weft_pretended_nodes=2"]
LONGEST_WAIT = 60


def said(log):
    """What the program has said so far: the numbers behind each word."""
    words = {"process": [], "synced": [0], "defined": [-1], "closed": []}
    for line in log.read_text().splitlines() if log.exists() else []:
        word, _, number = line.partition(" ")
        if number.isdigit():
            words[word].append(int(number))
    return words


def kill_after(log, seconds, ranks, choice):
    """Waits for all ranks, then so long, and kills one of them or all."""
    end = time.monotonic() + LONGEST_WAIT
    while len(said(log)["process"]) < ranks:
        if time.monotonic() > end:
            raise AssertionError("the ranks do not begin")
        time.sleep(0.005)
    time.sleep(seconds)
    known = said(log)
    for process in known["process"] if choice.random() < 0.5 else [choice.choice(known["process"])]:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return known


def check(h5py, numpy, path, known):
    if known["defined"][-1] < 0:
        return "before the first definition"
    with h5py.File(path) as file:
        defined = int(file.attrs["defined"][0]) if "defined" in file.attrs else 0
        assert defined >= known["defined"][-1], f"{defined} definitions, and {known['defined'][-1]} were certain"
        assert sum(name.startswith("more_") for name in file) == defined, "a definition in parts"
        for number, name in enumerate("ab"):
            records = file[name].shape[0]
            assert records >= known["synced"][-1], f"{name}: {records} records, and {known['synced'][-1]} were safe"
            wanted = number + 10 * numpy.arange(records)[:, None] + numpy.arange(WIDTH) % 7
            safe = known["synced"][-1]
            assert (file[name][:safe] == wanted[:safe]).all(), f"{name}: other values"
            file[name][:]
    return f"{known['synced'][-1]} records safe"


def main():
    mpi, program, scratch, kills = sys.argv[1:5]
    try:
        import h5py
        import numpy
    except ImportError as error:
        print(f"{error}: h5py reads what is left")
        return 77
    seed = int(os.environ.get("WEFT_SEED", "0"))
    choice = random.Random(seed)
    print(f"seeds: WEFT_SEED={seed}")
    folder = Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    path, log = folder / "steps.nc", folder / "log"
    early = 0
    for kill in range(int(kills)):
        for old in (path, log):
            old.unlink(missing_ok=True)
        ranks, hints = choice.choice([1, 2, 3, 4]), choice.choice(HINTS)
        run = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "120", "--env", f"PNETCDF_HINTS={hints}", "--", program, path, log]
        started = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        known = kill_after(log, choice.expovariate(4), ranks, choice)
        started.wait()
        try:
            early += check(h5py, numpy, path, known) == "before the first definition"
        except Exception as error:
            print(f"kill {kill}, {ranks} ranks, '{hints}', {known['synced'][-1]} safe: {error}")
            return 1
    print(f"{kills} kills, {early} of them before the first definition")
    return 1 if early == int(kills) else 0


if __name__ == "__main__":
    sys.exit(main())
