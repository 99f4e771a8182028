#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Has grow.c write files with several unlimited dimensions, in any place, as drawn by chance; other readers look at them.

    grown_test.py MPI PROGRAM SCRATCH

WEFT_SEED replays a run."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
FIXED = 5
UNLIMITED = {"t": 0, "u": 1, "w": 2}  # names to numbers; dimension 3 is fixed
SHAPES = [("t", "u"), ("x", "t"), ("u", "x", "t"), ("t", "x"), ("u",), ("t", "u", "w"), ("w", "t")]
FILL = -1


class File:
    """What a file is to have, and the script that makes it."""

    def __init__(self, numpy, chance, ranks, path):
        self.numpy, self.chance, self.ranks, self.path = numpy, chance, ranks, path
        self.lengths = {"t": 0, "u": 0, "w": 0, "x": FIXED}
        self.numbers = {**UNLIMITED, "x": 3}
        self.variables = []  # name, dimensions, values
        self.script = []

    def say(self, *words):
        self.script.append(" ".join(str(word) for word in words))

    def add_variable(self, dimensions):
        chunk = [0] * len(dimensions)
        if self.chance.random() < 0.6:
            chunk = [self.chance.randint(1, 4) for _ in dimensions]
        name = f"v{len(self.variables)}"
        self.say("var", name, len(dimensions), *(self.numbers[one] for one in dimensions), *chunk)
        self.variables.append([name, dimensions, self.numpy.full(self.shape(dimensions), FILL)])

    def shape(self, dimensions):
        return [self.lengths[one] for one in dimensions]

    def begin(self):
        self.say("create", self.path)
        for name in self.numbers:
            self.say("dim", name, FIXED if name == "x" else 0)
        for dimensions in self.chance.sample(SHAPES, 4):
            self.add_variable(dimensions)
        self.say("enddef")

    def begin_with(self, netCDF4):
        """A file of netCDF-C, in which one variable is shorter than its dimensions."""
        with netCDF4.Dataset(self.path, "w") as file:
            for name in self.numbers:
                file.createDimension(name, FIXED if name == "x" else None)
            for dimensions in (("t", "u"), ("x", "t"), ("u",)):
                name = f"v{len(self.variables)}"
                file.createVariable(name, "i4", dimensions, fill_value=FILL, zlib=True)
                self.variables.append([name, dimensions, None])
            file["v0"][0:3, 0:2] = 7
            file["v2"][0:6] = 8
        self.lengths.update(t=3, u=6)
        for one in self.variables:
            one[2] = self.numpy.full(self.shape(one[1]), FILL)
        self.variables[0][2][0:3, 0:2] = 7
        self.variables[2][2][0:6] = 8
        self.say("open", self.path)

    def blocks(self, dimensions):
        """A block for each rank: neighbours along an axis."""
        axis = self.chance.randrange(len(dimensions))
        start, count = [], []
        for name in dimensions:
            begin = self.chance.randint(0, FIXED - 1 if name == "x" else self.lengths[name] + 2)
            start.append(begin)
            count.append(self.chance.randint(1, FIXED - begin if name == "x" else 4))
        for rank in range(self.ranks):
            begin = count[axis] * rank // self.ranks
            its_start, its_count = list(start), list(count)
            its_start[axis] += begin
            its_count[axis] = count[axis] * (rank + 1) // self.ranks - begin
            yield its_start, its_count

    def put(self, mode, number):
        _, dimensions, _ = self.variables[number]
        self.say("put", mode, number, len(dimensions))
        for start, count in self.blocks(dimensions):
            stamp = self.chance.randint(100, 1000000)
            self.say(stamp, *start, *count)
            elements = int(self.numpy.prod(count))
            if elements == 0:
                continue
            for name, first, length in zip(dimensions, start, count):
                self.lengths[name] = max(self.lengths[name], first + length)
            self.grow()
            at = tuple(slice(first, first + length) for first, length in zip(start, count))
            self.variables[number][2][at] = (stamp + self.numpy.arange(elements) % 97).reshape(count)

    def grow(self):
        for one in self.variables:
            larger = self.numpy.full(self.shape(one[1]), FILL)
            larger[tuple(slice(0, length) for length in one[2].shape)] = one[2]
            one[2] = larger

    def fill(self):
        """A record of a variable that has any: the first unlimited dimension counts them."""
        with_records = [i for i, one in enumerate(self.variables) if one[1][0] == "t"]
        if not with_records:
            return
        number = self.chance.choice(with_records)
        record = self.chance.randint(0, self.lengths["t"])
        self.lengths["t"] = max(self.lengths["t"], record + 1)
        self.grow()
        self.variables[number][2][record] = FILL
        self.say("fill", number, record)

    def look(self):
        self.say("lengths", len(self.lengths), *self.lengths.values())
        number = self.chance.randrange(len(self.variables))
        self.say("sum", number, int(self.variables[number][2].sum()))

    def step(self):
        kind = self.chance.choice(["together", "together", "list", "posted", "alone", "fill", "sync", "again", "redef"])
        if kind == "alone":
            self.say("begin")
            for number in self.chance.sample(range(len(self.variables)), 2):
                self.put("alone", number)
            self.say("end")
        elif kind == "fill":
            self.fill()
        elif kind == "sync":
            self.say("sync")
        elif kind == "again":
            self.say("close")
            self.say("open", self.path)
        elif kind == "redef":
            self.say("redef")
            self.add_variable(self.chance.choice(SHAPES))
            self.say("enddef")
        else:
            self.put(kind, self.chance.randrange(len(self.variables)))
        self.look()


def check(h5py, netCDF4, file):
    with h5py.File(file.path) as found:
        for name, _, values in file.variables:
            assert found[name].shape == values.shape and (found[name][...] == values).all(), f"h5py: {name}"
    with netCDF4.Dataset(file.path) as found:
        found.set_auto_mask(False)
        for name, length in file.lengths.items():
            assert len(found.dimensions[name]) == length and found.dimensions[name].isunlimited() == (name != "x"), name
        for name, dimensions, values in file.variables:
            assert found[name].dimensions == dimensions and (found[name][...] == values).all(), f"netCDF4: {name}"


def main():
    mpi, program, scratch = sys.argv[1:4]
    try:
        import h5py
        import netCDF4
        import numpy
    except ImportError as error:
        print(f"{error}: h5py and netCDF4 read what is written")
        return 77
    folder = Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    first = int(os.environ.get("WEFT_SEED", time.time_ns() % 1000000))
    for seed in range(first, first + 8):
        ranks = 1 + seed % 3
        path, script = folder / f"grown_{ranks}.nc", folder / f"script_{ranks}"
        path.unlink(missing_ok=True)
        file = File(numpy, random.Random(seed), ranks, path)
        file.begin_with(netCDF4) if seed % 4 == 3 else file.begin()
        for _ in range(25):
            file.step()
        file.say("close")
        script.write_text("\n".join(file.script) + "\n")
        run = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "60", "--env", "PNETCDF_HINTS=weft_open_chunk_bytes=400", "--",
               program, script]
        done = subprocess.run(run, capture_output=True, text=True)
        try:
            assert done.returncode == 0, done.stdout + done.stderr
            check(h5py, netCDF4, file)
        except AssertionError as error:
            print(f"WEFT_SEED={seed}, {ranks} ranks: {error}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
