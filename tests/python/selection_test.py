#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Indices of variables choose what numpy's choose, where sequences choose along their own dimension."""

import itertools
import random
import sys
import unittest

import numpy as np

import package  # where the others are
import python_tests
from weftnc._selection import select


def chosen(array, index):
    """What a selection moves, block by block."""
    selection = select(index, array.shape, "v")
    result = np.full(selection.full_shape, -1)
    for runs, place in selection.blocks():
        block = array[tuple(slice(run.start, run.end, run.stride) for run in runs)]
        result[place] = block
    return result[selection.reversal].reshape(selection.shape)


def expected(array, index):
    """By numpy, one dimension after the other."""
    indices = list(index) if isinstance(index, tuple) else [index]
    if Ellipsis in [one for one in indices if not isinstance(one, (np.ndarray, list))]:
        at = next(i for i, one in enumerate(indices) if one is Ellipsis)
        indices[at:at + 1] = [slice(None)] * (array.ndim - len(indices) + 1)
    dimension = 0
    for one in indices:
        array = array[(slice(None),) * dimension + (one,)]
        dimension += 0 if isinstance(one, (int, np.integer)) else 1
    return array


class Selections(unittest.TestCase):
    def check(self, shape, index):
        array = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        result, wanted = chosen(array, index), expected(array, index)
        self.assertEqual(result.shape, wanted.shape, f"{shape}, {index}")
        np.testing.assert_array_equal(result, wanted, f"{shape}, {index}")

    def test_every_slice_of_short_dimensions(self):
        bounds = [None, *range(-7, 8)]
        for length, start, stop, step in itertools.product(range(5), bounds, bounds, [None, -3, -2, -1, 1, 2, 3]):
            self.check((length,), slice(start, stop, step))

    def test_every_short_sequence(self):
        for length in range(1, 4):
            for count in range(4):
                for places in itertools.product(range(-length, length), repeat=count):
                    self.check((length,), np.array(places, dtype=int))
            for mask in itertools.product([False, True], repeat=length):
                self.check((length,), np.array(mask))

    def test_random_indices_of_several_dimensions(self):
        for seed in python_tests.seeds(2000, 1):
            draw = random.Random(seed)
            shape = tuple(draw.randint(1, 6) for _ in range(draw.randint(1, 4)))
            with self.subTest(python_tests.replay_of(seed)):
                self.check(shape, self.random_index(draw, shape))

    @staticmethod
    def random_index(draw, shape):
        def one(length):
            kind = draw.randrange(4)
            if kind == 0:
                return draw.randrange(-length, length)
            if kind == 1:
                return np.array([draw.randrange(-length, length) for _ in range(draw.randint(0, 4))], dtype=int)
            if kind == 2:
                return np.array([draw.random() < 0.5 for _ in range(length)])
            return slice(draw.choice([None, draw.randint(-8, 8)]), draw.choice([None, draw.randint(-8, 8)]),
                         draw.choice([None, 1, 2, -1, -2]))
        indices = [one(length) for length in shape]
        if draw.random() < 0.3:
            at = draw.randint(0, len(indices))
            indices[at:draw.randint(at, len(indices))] = [Ellipsis]
        return tuple(indices)

    def test_what_does_not_exist_is_named(self):
        for index, words in [(4, "dimension 0 of length 4: index 4"), ((0, -4), "dimension 1 of length 3: index -4"),
                             ((0, 0, 0), "2 dimensions, the index 3"), ("x", "'x' is not an index"),
                             (slice(None, None, 0), "step"), ([True], "a mask of 1 booleans"), ([0.5], "not integers"),
                             ((..., ...), "one ellipsis"), ([[0]], "one dimension")]:
            with self.assertRaises(IndexError) as caught:
                select(index, (4, 3), "v")
            self.assertIn("'v'", str(caught.exception))
            self.assertIn(words, str(caught.exception))


if __name__ == "__main__":
    python_tests.main(sys.argv)
