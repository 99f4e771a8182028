#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What random values stand for, under random attributes, is the same with weftnc and with netCDF4-python: what is masked and
what is unpacked, and what is in the file after a masked array has been written; and `weft stats` counts the same of them.
conventions_test.py [COUNT]: of variables."""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np

import package  # where the others are
import netCDF4
import python_tests
import weftnc
from differential_test import difference, same_numbers

COUNT = 400
TYPES = ["i1", "i2", "i4", "f4", "f8", "u1", "u2", "u4", "i8", "u8", "S1"]


def numbers(draw, kind, count):
    """Of a type, many of them the same, or its ends."""
    kind = np.dtype(kind)
    if kind.kind == "S":
        return np.array([draw.choice([b"a", b"b", b"\0", b" ", b"\xff"]) for _ in range(count)], kind)
    ends = [np.iinfo(kind).min, np.iinfo(kind).max] if kind.kind in "iu" else [np.nan, 0.25, 1e30, -1e30]
    default = weftnc.default_fillvals[kind.str[1:]]
    return np.array([draw.choice([0, 1, 2, 3, 5, 100, 127, *ends, default, -1 if kind.kind != "u" else 4]) for _ in range(count)], kind)


def attributes(draw, kind):
    """Of the variable's type most often, or of another."""
    def of(count):
        other = draw.choice(TYPES[:-1]) if draw.random() < 0.3 or kind == "S1" else kind
        given = numbers(draw, other, count)
        return given[0] if count == 1 else given
    chosen = {}
    if kind == "S1":
        return chosen
    if draw.random() < 0.4:
        chosen["missing_value"] = "none" if draw.random() < 0.1 else of(draw.choice([1, 1, 2, 3]))
    for name, count in (("valid_min", 1), ("valid_max", 1), ("valid_range", draw.choice([2, 2, 2, 1, 3]))):
        if draw.random() < 0.2:
            chosen[name] = of(count)
    if draw.random() < 0.25:
        chosen["scale_factor"] = draw.choice([np.float64(0.5), np.float32(2), np.int32(3), np.float64(1), np.float64(-0.1), np.array([2.0, 3.0]), "two"])
    if draw.random() < 0.25:
        chosen["add_offset"] = draw.choice([np.float64(10), np.float32(0.5), np.int16(3), np.float64(0)])
    if draw.random() < 0.25:
        chosen["_Unsigned"] = draw.choice(["true", "True"])
    return chosen


class Conventions(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")
        np.seterr(all="ignore")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.paths = [f"{folder.name}/{name}" for name in ("ours.nc", "theirs.nc")]

    def test_values_stand_for_the_same(self):
        wrong = []
        for seed in python_tests.seeds(COUNT, 1):
            draw = random.Random(seed)
            kind = draw.choice(TYPES)
            fill = draw.choice([None, None, False, numbers(draw, kind, 1)[0]])
            given = attributes(draw, kind)
            complaint = self.compared(draw, kind, fill, given)
            if complaint:
                wrong.append(f"{python_tests.replay_of(seed)}: {kind}, fill {fill!r}, {given}: {complaint}")
        self.assertFalse(wrong, "\n".join([f"{len(wrong)} of {COUNT}", *wrong[:int(os.environ.get("SHOW", 10))]]))

    def compared(self, draw, kind, fill, given):
        raw = numbers(draw, kind, 8)
        written = np.ma.masked_array(numbers(draw, kind, 8), [draw.random() < 0.3 for _ in range(8)])
        with weftnc.Dataset(self.paths[0], "w") as ours, netCDF4.Dataset(self.paths[1], "w", format="NETCDF3_64BIT_DATA") as theirs:
            both = [self.made(one, kind, fill, given, raw) for one in (ours, theirs)]
            for mask, scale in ((True, True), (True, False), (False, True)):
                for variable in both:
                    variable.set_auto_mask(mask)
                    variable.set_auto_scale(scale)
                for index in (slice(None), 0, slice(2, 3)):
                    said = said_of([outcome(lambda: one[index]) for one in both])
                    if said:
                        return f"mask {mask}, scale {scale}, [{index}] of {raw.tolist()}: {said}"
            return self.compared_written(both, written)

    def made(self, dataset, kind, fill, given, raw):
        dataset.createDimension("x", 8)
        variable = dataset.createVariable("v", kind, ("x",), fill_value=fill)
        variable.setncatts(given)
        variable.set_auto_maskandscale(False)
        variable[:] = raw
        return variable

    def compared_written(self, both, written):
        outcomes = []
        for variable in both:
            variable.set_auto_maskandscale(True)
            failure = outcome(lambda: variable.__setitem__(slice(None), written))[1]
            variable.set_auto_maskandscale(False)
            outcomes.append((np.ma.getdata(variable[:]), failure))
        (ours, our_failure), (theirs, their_failure) = outcomes
        if our_failure or their_failure or same_numbers(ours, theirs) or self.is_mistake(both[0]):
            return None
        return f"written {written}: ours {ours}, theirs {theirs}"

    @staticmethod
    def is_mistake(variable):
        """Of netCDF4-python: what stands for a missing value goes through a float, which has not all integers of 8 bytes, or
        is cut to the variable's type, though it is not taken for a missing value when it is read."""
        missing = np.ravel(getattr(variable, "missing_value", 0))
        is_cut = missing.dtype.kind == "U" or not np.array_equal(missing.astype(variable.dtype), missing)
        packs = "scale_factor" in variable.ncattrs() or "add_offset" in variable.ncattrs()
        return is_cut or packs and variable.dtype.kind in "iu" and variable.dtype.itemsize == 8


class Commands(unittest.TestCase):
    def test_stats_counts_what_python_reads(self):
        """But for the default fill value of bytes, and NaN (docs/missing.md)."""
        if "WEFT_COMMAND" not in os.environ:
            self.skipTest("the weft command is not built")
        warnings.simplefilter("ignore")
        np.seterr(all="ignore")
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/in.nc"
            planned = [(seed, *self.drawn(random.Random(seed))) for seed in python_tests.seeds(COUNT, 1)]
            with weftnc.Dataset(path, "w") as dataset:
                dataset.createDimension("x", 8)
                for seed, kind, fill, given, raw in planned:
                    variable = dataset.createVariable(f"v{seed}", kind, ("x",), fill_value=fill)
                    variable.setncatts(given)
                    variable.set_auto_maskandscale(False)
                    variable[:] = raw
            done = subprocess.run([os.environ["WEFT_COMMAND"], "stats", "--json", path], capture_output=True, check=True)
            counted = {one["name"]: one for one in json.loads(done.stdout)[0]["variables"]}
            for package_ in (weftnc, netCDF4):
                with package_.Dataset(path) as dataset:
                    for seed, kind, fill, given, raw in planned:
                        with self.subTest(python_tests.replay_of(seed), package=package_.__name__):
                            about = f"{kind}, fill {fill!r}, {given}, {raw}"
                            self.same(counted[f"v{seed}"], dataset[f"v{seed}"][:], about)
        warned = {line.split("'")[1] for line in done.stderr.decode().splitlines()}
        self.assertLessEqual({f"v{seed}" for seed, kind, _, given, _ in planned if lacks(kind, given)}, warned)

    @staticmethod
    def drawn(draw):
        kind = draw.choice(TYPES[:-1])
        fill = draw.choice([None, None, numbers(draw, kind, 1)[0]])
        raw = numbers(draw, kind, 8)
        if raw.dtype.itemsize == 1:
            raw[raw == weftnc.default_fillvals[raw.dtype.str[1:]]] = 9
        given = attributes(draw, kind)
        for name in ("scale_factor", "add_offset"):  # with integers numpy may go round the ends of a type
            if np.asarray(given.get(name)).dtype.kind == "i":
                given[name] = np.float64(given[name])
        return kind, fill, given, raw

    def same(self, counted, values, about):
        read = np.ma.compressed(np.ma.asarray(values, "f8"))
        read = read[~np.isnan(read)]
        self.assertEqual(counted["missing"], 8 - read.size, about)
        if read.size:
            np.testing.assert_allclose([counted["min"], counted["max"]], [read.min(), read.max()], rtol=1e-6, err_msg=about)


def lacks(kind, given):
    """Whether the variable's type has not the missing value."""
    value = given.get("missing_value", 0)
    return not isinstance(value, str) and np.dtype(kind).kind in "iu" and np.asarray(value).dtype.kind == "f" and bool(np.any(np.asarray(value) == 0.25))


def outcome(call):
    try:
        return call(), None
    except Exception as failure:
        return None, failure


def said_of(outcomes):
    (ours, our_failure), (theirs, their_failure) = outcomes
    if our_failure:
        return f"{our_failure!r}, theirs {theirs!r} {their_failure!r}"
    if their_failure:
        return None  # of netCDF4-python, which unpacks by whatever the attribute is
    if ours is np.ma.masked and np.shape(theirs) == () and np.all(np.ma.getmaskarray(theirs)):
        return None
    said = difference(ours, theirs)
    return said and f"{said}: {ours!r}, theirs {theirs!r}"


if __name__ == "__main__":
    COUNT = int(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ.get("WEFT_DIFFERENTIAL_ROUNDS", COUNT))
    python_tests.main(sys.argv)
