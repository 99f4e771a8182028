#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Has netcdf4_hostile ask everything of damaged files.

    hostile_test.py here|apart MPI PROGRAM FILES SCRATCH COUNT [FIRST]

here: where a damage ends the process, goes on behind it. Fails where Weft has crashed or does not end. Where libhdf5 has or
does not, prints how: Weft calls it in its own process.
apart: the files are not trusted, and nothing may end the process. What it has read is compared with what h5py reads."""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

LARGEST = 40_000  # bytes of a file: damages of larger ones hit values, most often
LIBHDF5 = re.compile(r"libhdf5[^/]*\.so")
OURS = re.compile(r"libweft[^/]*\.so|netcdf4_hostile")
RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
MOST_FRAMES = 24


def frames_of(text):
    """From the innermost call on, without the handler and what the system adds."""
    return [line for line in text.splitlines() if re.search(r"\(.*\)\s*\[0x", line)]


def culprit(frames):
    """The first library of a crash that is Weft's or libhdf5."""
    behind = next((i for i, line in enumerate(frames) if "libc.so" in line), 0)
    for line in frames[behind:]:
        if LIBHDF5.search(line):
            return "libhdf5"
        if OURS.search(line):
            return "weft"
    return "unknown"


def tell(scratch, text):
    """Prints what has ended the process, and returns who it was and the number of the damage."""
    number, name = (Path(scratch) / "number").read_text().split(" ", 1)
    signal = re.search(r"ended by signal (\d+)", text)
    frames = frames_of(text)
    who = culprit(frames) if signal else "unknown"
    print(f"number {number}, {Path(name.strip()).name}: {signal[0] if signal else text[-2000:]}, in {who}")
    print("\n".join(frames[:MOST_FRAMES]))
    return who, int(number)


def try_apart(run, command):
    with tempfile.TemporaryDirectory() as kept:
        run = [*run, "--timeout", "100000", "--env", f"HOSTILE_KEPT={kept}", "--"]
        done = subprocess.run([*run, *command])
        if done.returncode != 0:
            return done.returncode
        return subprocess.run([sys.executable, Path(__file__).with_name("compare_damaged.py"), kept]).returncode


def main():
    way, mpi, program, folder, scratch, count = sys.argv[1:7]
    first = int(sys.argv[7]) if len(sys.argv) > 7 else int(os.environ.get("WEFT_SEED", "0"))
    files = sorted(str(file) for file in Path(folder).glob("*.nc") if file.stat().st_size < LARGEST)
    if not files:
        print("there are no files, which make.py writes by h5py and netCDF4")
        return 77
    print(f"damages from number {first} on", flush=True)
    run = [RUN_MPI, "--mpi", mpi, "--ranks", "1", "--scratch", scratch]
    if way == "apart":
        return try_apart(run, [program, way, str(first), count, *files])
    last, ended = first + int(count), Counter()
    while first < last:
        command = [*run, "--timeout", "1000", "--", program, way, str(first), str(last - first), *files]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode == 0:
            break
        who, number = tell(scratch, done.stdout + done.stderr)
        ended[who] += 1
        first = number + 1
    print(f"{len(files)} files, {count} damages; what ended processes: {dict(ended)}")
    return 1 if set(ended) - {"libhdf5"} else 0


if __name__ == "__main__":
    sys.exit(main())
