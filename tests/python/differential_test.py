#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random assignments and reads give the same with weftnc and with netCDF4-python: values, masks, shapes, types, or an exception
that programs catch as they catch the other's. differential_test.py [COUNT]: of assignments and reads; WEFT_DIFFERENTIAL_ROUNDS
is another way to say so.

An assignment that netCDF4-python carries out is carried out alike, or refused, and then has changed nothing. What
netCDF4-python refuses, or does by mistake (differential_rules.py), is done as numpy does it, or refused.
"""

import collections
import os
import random
import sys
import tempfile
import unittest
import warnings

import numpy as np

import package  # where the others are
import differential_draw
import differential_rules
import netCDF4
import python_tests
import weftnc

STEPS = 20  # with one dataset
COUNT = 1500


class Step:
    """One assignment or read, with both packages."""

    def __init__(self, draw, ours, theirs, planned):
        self.name = draw.choice(list(differential_draw.SHAPES))
        self.planned = planned[2][self.name]
        self.ours, self.theirs = ours[self.name], theirs[self.name]
        self.before = raw(ours)
        self.shape = self.ours.shape
        self.grows = self.planned[1][:1] == ("t",)
        self.writes = draw.random() < 0.6
        self.index = differential_draw.index(draw, self.shape, self.grows and self.writes)
        self.values = differential_draw.values(draw, self.shape_to_write(draw), self.planned[0] == "S1") if self.writes else None

    def shape_to_write(self, draw):
        """Of values that fit, where the index means something."""
        length = draw.randint(0, 4) + (self.shape[0] if self.shape else 0)
        for shape in (self.shape, (length, *self.shape[1:]), (self.shape[0] + 6, *self.shape[1:]) if self.shape else ()):
            places = differential_draw.chosen_places(self.index, shape if self.grows else self.shape)
            if places is not None and (not self.grows or draw.random() < 0.5):
                break
        return [draw.randint(0, 3)] if places is None else [len(one) for one in places if np.ndim(one)]

    def do(self):
        self.our_result, self.our_failure = self.done(self.ours)
        self.their_result, self.their_failure = self.done(self.theirs)

    def done(self, variable):
        try:
            if self.writes:
                variable[self.index] = self.values
                return None, None
            return variable[self.index], None
        except Exception as failure:
            return None, failure

    def __repr__(self):
        what = f"{self.name}{list(self.planned)} of shape {self.shape}: [{self.index!r}]"
        if not self.writes:
            return what
        kind = f"{type(self.values).__name__} {getattr(self.values, 'dtype', '')} of shape {np.shape(self.values)}"
        return f"{what} = {np.ma.array(self.values).tolist()} ({kind})"


def raw(dataset):
    """All values as they are in the file."""
    dataset.set_auto_maskandscale(False)
    dataset.set_auto_chartostring(False)
    found = {name: np.array(variable[...]) for name, variable in dataset.variables.items()}
    dataset.set_auto_maskandscale(True)
    return found


def difference(ours, theirs):
    """A word on what is not the same of two results, or None."""
    if type(ours) is not type(theirs):
        return f"types {type(ours).__name__} and {type(theirs).__name__}"
    if np.shape(ours) != np.shape(theirs):
        return f"shapes {np.shape(ours)} and {np.shape(theirs)}"
    if np.asarray(ours).dtype != np.asarray(theirs).dtype:
        return f"dtypes {ours.dtype} and {theirs.dtype}"
    if not np.array_equal(np.ma.getmaskarray(ours), np.ma.getmaskarray(theirs)):
        return "masks"
    if ours is not np.ma.masked and np.ma.is_masked(ours) and not same_numbers(np.asarray(ours.fill_value), np.asarray(theirs.fill_value)):
        return f"fill values {ours.fill_value!r} and {theirs.fill_value!r}"
    if ours is not np.ma.masked and not same_numbers(np.ma.compressed(ours), np.ma.compressed(theirs)):
        return "values"
    return None


def same_numbers(ours, theirs):
    return np.array_equal(ours, theirs, equal_nan=ours.dtype.kind == "f")


def all_same(ours, theirs):
    return all(ours[name].shape == theirs[name].shape and same_numbers(ours[name], theirs[name]) for name in theirs)


class Differential(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")
        np.seterr(all="ignore")
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.seen = collections.Counter()

    def test_both_packages_do_the_same(self):
        wrong = 0
        for seed in python_tests.seeds(COUNT // STEPS, 1):
            complaint = self.program(random.Random(seed))
            if complaint:
                wrong += 1
                if wrong <= int(os.environ.get("SHOW", 10)):
                    print(f"{python_tests.replay_of(seed)}: {complaint}\n")
        print(f"{sum(self.seen.values())} assignments and reads with netCDF4 {netCDF4.__version__}:")
        print("\n".join(f"{count:8} {what}" for what, count in self.seen.most_common()))
        self.assertEqual(wrong, 0)

    def program(self, draw):
        """What is not as it should be, or None."""
        planned = differential_draw.plan(draw)
        paths = [f"{self.folder.name}/{name}" for name in ("ours.nc", "theirs.nc")]
        with differential_draw.make(weftnc, paths[0], planned) as ours, differential_draw.make(netCDF4, paths[1], planned) as theirs:
            for _ in range(STEPS):
                step = Step(draw, ours, theirs, planned)
                step.do()
                complaint, is_over = self.judged(step, ours, theirs)
                if complaint:
                    return f"{step}\n  {complaint}"
                if is_over:
                    return None
        return None

    def judged(self, step, ours, theirs):
        """A complaint, and whether the two go on from different states."""
        if not step.writes:
            return self.judged_read(step), False
        after, theirs_after = raw(ours), raw(theirs)
        if step.our_failure:
            if not all_same(after, step.before) and not isinstance(step.our_failure, OverflowError):
                return f"refused ({step.our_failure!r}), but something has changed", True
            return self.judged_failure(step, all_same(after, theirs_after))
        if all_same(after, theirs_after) and not step.their_failure:
            self.seen["assignments alike"] += 1
            return None, False
        if differential_rules.is_nothing(step) and all_same(after, step.before):
            if not step.their_failure and not differential_rules.mistake_of_theirs(step):
                return "nothing is written", True
            self.seen["nothing to write, which netCDF4 refuses, or writes somewhere"] += 1
            return None, not all_same(after, theirs_after)
        expected = differential_rules.expected_after(step, after[step.name].shape)
        if expected is not None and same_numbers(expected, after[step.name]):
            if step.their_failure:
                self.seen[f"assignments that netCDF4 refuses ({type(step.their_failure).__name__}), as numpy does them"] += 1
                return None, True
            rule = differential_rules.mistake_of_theirs(step)
            if rule:
                self.seen[f"assignments as numpy does them: {rule}"] += 1
                return None, True
        here, there = after[step.name], theirs_after[step.name]
        return f"theirs: {step.their_failure!r}\n ours: {here.tolist()}\n theirs: {there.tolist()}\n numpy: {None if expected is None else expected.tolist()}", True

    def judged_failure(self, step, is_same):
        if step.their_failure is None:
            rule = differential_rules.reason_to_refuse(step)
            if rule is None:
                return f"refused: {step.our_failure!r}, by netCDF4 done", True
            self.seen[f"refused: {rule}"] += 1
            return None, not is_same
        if not differential_rules.is_caught_alike(step.our_failure, step.their_failure):
            return f"failures {step.our_failure!r} and {step.their_failure!r}", True
        self.seen["both refuse"] += 1
        return None, not is_same

    def judged_read(self, step):
        if step.our_failure or step.their_failure:
            if step.our_failure and step.their_failure:
                self.seen["both refuse"] += 1
                alike = differential_rules.is_caught_alike(step.our_failure, step.their_failure)
                return None if alike else f"failures {step.our_failure!r} and {step.their_failure!r}"
            if isinstance(step.our_failure, IndexError) and np.size(step.their_result) == 0:
                self.seen["nothing to read, from places that do not exist: refused"] += 1
                return None
        elif difference(step.our_result, step.their_result) is None:
            self.seen["reads alike"] += 1
            return None
        rule = differential_rules.mistake_of_theirs(step) if not step.our_failure else None
        expected = differential_draw.chosen_by_numpy(np.array(step.before[step.name]), step.index)
        if rule and expected is not None and differential_rules.is_what_the_file_has(step, expected):
            self.seen[f"reads as numpy does them: {rule}"] += 1
            return None
        said = "" if step.our_failure or step.their_failure else difference(step.our_result, step.their_result)
        return f"{said}: ours {step.our_result!r} {step.our_failure!r}\n theirs {step.their_result!r} {step.their_failure!r}"


if __name__ == "__main__":
    COUNT = int(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ.get("WEFT_DIFFERENTIAL_ROUNDS", COUNT))
    python_tests.main(sys.argv)
