#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Has netcdf4_hostile ask everything of damaged files.

    hostile_test.py here|apart MPI PROGRAM FILES SCRATCH COUNT [FIRST [TOTALS]]

here: where a damage ends the process, goes on behind it. Fails where Weft has crashed or does not end. Where libhdf5 has or
does not, prints how: Weft calls it in its own process.
apart: the files are not trusted, and nothing may end the process. What it has read is compared with what h5py reads.
That is done in portions. The file TOTALS has what came of those before, and the same command, started again after it was ended at any
time, goes on behind them. Several may run side by side, each with its own FIRST, SCRATCH and TOTALS."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import compare_damaged

LARGEST = 40_000  # bytes of a file: damages of larger ones hit values, most often
LIBHDF5 = re.compile(r"libhdf5[^/]*\.so")
OURS = re.compile(r"libweft[^/]*\.so|netcdf4_hostile")
RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
MOST_FRAMES = 24
PORTION = 2000  # damaged files that are there at a time


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


def counts_in(text):
    """Of lines such as "12 files opened"."""
    found = (re.fullmatch(r"(\d+) (.+)", line) for line in text.splitlines())
    return Counter({one[2]: int(one[1]) for one in found if one})


class Totals:
    """What came of all portions so far, in a file if it has a name."""
    def __init__(self, first, path):
        self.path = path and Path(path)
        known = json.loads(self.path.read_text()) if path and self.path.exists() else {}
        if known and known["first"] != first:
            sys.exit(f"{path} is of damages from number {known['first']} on")
        self.first = first
        self.next = known.get("next", first)
        self.outcomes, self.values = Counter(known.get("outcomes", {})), Counter(known.get("values", {}))

    def add(self, count, outcomes, values):
        self.next += count
        self.outcomes += outcomes
        self.values += values
        if self.path:
            new = self.path.with_name(self.path.name + ".new")
            new.write_text(json.dumps({name: its for name, its in vars(self).items() if name != "path"}))
            new.replace(self.path)


def try_portion(run, command):
    """The outcomes, and what came of the values; None if it has failed."""
    with tempfile.TemporaryDirectory() as kept:
        done = subprocess.run([*run, "--env", f"HOSTILE_KEPT={kept}", "--", *command], text=True,
                              stdout=subprocess.PIPE)
        if done.returncode != 0:
            print(done.stdout)
            return None
        return counts_in(done.stdout), compare_damaged.compare_folder(kept)


def try_apart(run, program, files, numbers, path):
    totals = Totals(numbers.start, path)
    while totals.next < numbers.stop:
        count = min(PORTION, numbers.stop - totals.next)
        came = try_portion(run, [program, "apart", str(totals.next), str(count), *files])
        if came is None:
            print(f"that was behind number {totals.next}")
            return 1
        totals.add(count, *came)
        if numbers.stop - numbers.start > PORTION:
            print(f"up to number {totals.next}: {dict(totals.outcomes)}, values: {dict(totals.values)}", flush=True)
    print(f"{len(files)} files, outcomes: {dict(totals.outcomes)}")
    print(f"values of Weft beside those of h5py: {dict(totals.values)}")
    return 0 if compare_damaged.are_good(totals.values) else 1


def has_crashed_apart(command):
    """Whether libhdf5 crashes over the file where Weft and it do not share their memory. The program fails if it has opened no
    file, and tells its counts nevertheless."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE)
    return counts_in(done.stdout)["libhdf5 crashed over"] > 0


def main():
    way, mpi, program, folder, scratch, count = sys.argv[1:7]
    first = int(sys.argv[7]) if len(sys.argv) > 7 else int(os.environ.get("WEFT_SEED", "0"))
    files = sorted(str(file) for file in Path(folder).glob("*.nc") if file.stat().st_size < LARGEST)
    if not files:
        print("there are no files, which make.py writes by h5py and netCDF4")
        return 77
    print(f"damages from number {first} on", flush=True)
    run = [RUN_MPI, "--mpi", mpi, "--ranks", "1", "--scratch", scratch, "--timeout", "100000"]
    if way == "apart":
        return try_apart(run, program, files, range(first, first + int(count)), sys.argv[8] if len(sys.argv) > 8 else None)
    last, ended = first + int(count), Counter()
    while first < last:
        command = [*run, "--", program, way, str(first), str(last - first), *files]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode == 0:
            break
        who, number = tell(scratch, done.stdout + done.stderr)
        if who != "libhdf5" and has_crashed_apart([*run, "--", program, "apart", str(number), "1", *files]):
            print("libhdf5 crashes in a process of its own, too: what it had overwritten ended this one later")
            who = "libhdf5"
        ended[who] += 1
        first = number + 1
    print(f"{len(files)} files, {count} damages; what ended processes: {dict(ended)}")
    return 1 if set(ended) - {"libhdf5"} else 0


if __name__ == "__main__":
    sys.exit(main())
