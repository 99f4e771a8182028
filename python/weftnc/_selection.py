# SPDX-License-Identifier: BSD-3-Clause
"""Indices of Python as blocks of a variable.

Each index is of one dimension, as in netCDF4-python: an integer, a slice with any step, an ellipsis, or a sequence of
integers or booleans, which chooses along its dimension alone (orthogonal indexing).
"""

import itertools
import math
import operator
import typing

import numpy as np


class Run(typing.NamedTuple):
    """Part of a dimension: `length` places from `start` on, `stride` (>= 1) apart."""

    start: int
    length: int
    stride: int

    @property
    def end(self):
        return self.start + (self.length - 1) * self.stride + 1 if self.length else 0


class Axis:
    """What is chosen along a dimension: runs, in the order of the result, before it is reversed."""

    __slots__ = ("runs", "is_scalar", "is_reversed", "count")

    def __init__(self, runs, is_scalar, is_reversed):
        """is_scalar: an integer, so that the result does not have this dimension."""
        self.runs = runs
        self.is_scalar = is_scalar
        self.is_reversed = is_reversed
        self.count = runs[0].length if len(runs) == 1 else sum([run.length for run in runs])


class Selection:
    """What an index chooses of a variable.

    shape: of the result; full_shape: the same with a 1 for each integer; blocks(): what is to be moved, each with its place
    in an array of full_shape.
    """

    def __init__(self, axes):
        self.axes = axes
        # Lists rather than generators here and below: an access to few values takes longest where its index is looked at.
        self.full_shape = tuple([axis.count for axis in axes])
        self.shape = tuple([axis.count for axis in axes if not axis.is_scalar])
        self.is_reversed = any([axis.is_reversed for axis in axes])
        self.block_count = math.prod([len(axis.runs) for axis in axes])

    @property
    def reversal(self):
        return tuple(slice(None, None, -1) if axis.is_reversed else slice(None) for axis in self.axes)

    def blocks(self):
        """Pairs of runs, one for each dimension, and slices of the array."""
        if self.block_count == 1:
            yield tuple([axis.runs[0] for axis in self.axes]), ()
            return
        for runs in itertools.product(*(_with_places(axis.runs) for axis in self.axes)):
            yield tuple(run for run, _ in runs), tuple(place for _, place in runs)

    def end(self, dimension):
        """Behind the last place along a dimension."""
        return max((run.end for run in self.axes[dimension].runs), default=0)


def _with_places(runs):
    at = 0
    for run in runs:
        yield run, slice(at, at + run.length)
        at += run.length


def select(index, shape, name, *, grows=False, values_shape=None):
    """The selection of `index` in an array of `shape`.

    grows: the first dimension may become longer, up to what the index says; where that leaves it open, by as many places
    as `values_shape`, of what will be written, has.
    IndexError names the variable, the dimension and the index.
    """
    indices = _expand(index, len(shape), name)
    positions = _positions_in_values(indices, values_shape)
    axes = []
    for dimension, (one, length) in enumerate(zip(indices, shape)):
        where = f"variable '{name}', dimension {dimension} of length {length}"
        may_grow = grows and dimension == 0
        wanted = None if positions is None else positions[dimension]
        axes.append(_axis(one, length, where, may_grow, wanted))
    return Selection(axes)


def _expand(index, rank, name):
    """One index for each dimension."""
    indices = list(index) if isinstance(index, tuple) else [index]
    dots = [i for i, one in enumerate(indices) if one is Ellipsis]
    if len(dots) > 1:
        raise IndexError(f"variable '{name}': an index has one ellipsis at most")
    given = len(indices) - len(dots)
    if given > rank and not (rank == 0 and indices == [slice(None)]):
        raise IndexError(f"variable '{name}' has {rank} dimensions, the index {given}")
    at = dots[0] if dots else len(indices)
    return (indices[:at] + [slice(None)] * (rank - given) + indices[at + 1:])[:rank]


def _positions_in_values(indices, values_shape):
    """For each dimension, how many places the values have along it; None where they do not say."""
    if values_shape is None:
        return None
    counts = list(values_shape)
    result = []
    for one in reversed(indices):
        is_scalar = isinstance(one, (int, np.integer)) and not isinstance(one, bool)
        result.append(None if is_scalar or not counts else counts.pop())
    return result[::-1]


def _axis(one, length, where, may_grow, wanted):
    if isinstance(one, slice):
        return _axis_of_slice(one, length, where, may_grow, wanted)
    if isinstance(one, (list, tuple, range, np.ndarray)) and np.ndim(one) > 0:
        return _axis_of_sequence(np.asarray(one), length, where, may_grow)
    try:
        place = operator.index(one)
    except TypeError:
        raise IndexError(f"{where}: {one!r} is not an index: integers, slices, ellipses and sequences of integers or booleans "
                         "are") from None
    return Axis((Run(_place(place, length, where, may_grow), 1, 1),), True, False)


def _place(place, length, where, may_grow):
    result = place + length if place < 0 else place
    if result < 0 or (result >= length and not may_grow):
        raise IndexError(f"{where}: index {place} is out of range")
    return result


def _axis_of_slice(one, length, where, may_grow, wanted):
    if one.step == 0:
        raise IndexError(f"{where}: the step of a slice is not 0")
    if may_grow and (one.step is None or one.step > 0):
        length = _grown_length(one, length, wanted)
    start, stop, step = one.indices(length)
    count = len(range(start, stop, step))
    if step > 0:
        return Axis((Run(start if count else 0, count, step),), False, False)
    return Axis((Run(start + (count - 1) * step if count else 0, count, -step),), False, count > 1)


def _grown_length(one, length, wanted):
    """How long the dimension is to be for this slice."""
    if one.stop is not None:
        return max(length, one.stop) if one.stop >= 0 else length
    if wanted is None or wanted <= 1:
        return length if length else wanted or 0
    start = one.start or 0
    # As many places as there are values, be they more or fewer than the dimension has.
    return (start if start >= 0 else max(0, start + length)) + (wanted - 1) * (one.step or 1) + 1


def _axis_of_sequence(places, length, where, may_grow):
    if places.ndim != 1:
        raise IndexError(f"{where}: an index has one dimension, this one {places.ndim}")
    if places.dtype == bool:
        if len(places) != length and not may_grow:
            raise IndexError(f"{where}: a mask of {len(places)} booleans")
        places = np.flatnonzero(places)
    elif places.size == 0:
        return Axis((Run(0, 0, 1),), False, False)
    elif places.dtype.kind not in "iu":
        raise IndexError(f"{where}: indices of type {places.dtype} are no integers")
    return Axis(tuple(_runs([_place(int(place), length, where, may_grow) for place in places])) or (Run(0, 0, 1),), False,
                False)


def _runs(places):
    """As few runs as rising sequences with equal steps allow."""
    at = 0
    while at < len(places):
        stride = places[at + 1] - places[at] if at + 1 < len(places) else 1
        count = 1
        if stride > 0:
            while at + count < len(places) and places[at + count] - places[at + count - 1] == stride:
                count += 1
        else:
            stride = 1
        yield Run(places[at], count, stride if count > 1 else 1)
        at += count
