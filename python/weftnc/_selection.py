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

from ._errors import IndexingError
from ._growth import Growth, grown_length


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

    __slots__ = ("runs", "is_scalar", "is_reversed", "count", "last_of_each")

    def __init__(self, runs, is_scalar, is_reversed):
        """is_scalar: an integer, so that the result does not have this dimension."""
        self.runs = runs
        self.is_scalar = is_scalar
        self.is_reversed = is_reversed
        self.last_of_each = None
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

    def last_of_each(self, values):
        """Values in full_shape, without those whose place gets another one later."""
        for dimension, axis in enumerate(self.axes):
            if axis.last_of_each is not None:
                values = values.take(axis.last_of_each, dimension)
        return values

    def end(self, dimension):
        """Behind the last place along a dimension."""
        return max((run.end for run in self.axes[dimension].runs), default=0)


def _with_places(runs):
    at = 0
    for run in runs:
        yield run, slice(at, at + run.length)
        at += run.length


def select(index, shape, name, *, grows=(), values_shape=None):
    """The selection of `index` in an array of `shape`.

    values_shape: of what will be written there. grows: which dimensions may become longer (grown_length()).
    IndexError names the variable, the dimension and the index.
    """
    indices = _expand(index, len(shape), name)
    if not shape and indices:  # the one value of a variable without dimensions, as if it were a dimension's
        axis = _axis(indices[0], 1, f"variable '{name}' without dimensions", None)
        if axis.count != 1:
            raise IndexingError(f"variable '{name}' has one value and no dimensions; {indices[0]!r} does not choose that value")
        return Selection([])
    axes = []
    for dimension, (one, length) in enumerate(zip(indices, shape)):
        where = f"variable '{name}', dimension {dimension} of length {length}"
        growth = None
        if dimension in grows:
            index_rank = sum([not _is_scalar(other) for other in indices[dimension:]])
            behind = values_shape if dimension == 0 else values_shape[max(0, len(values_shape) - index_rank):]
            growth = Growth(behind, index_rank, len(shape))
        axes.append(_axis(one, length, where, growth))
    if values_shape is not None:
        _keep_last_of_each(axes)
    return Selection(axes)


def _is_scalar(one):
    return not isinstance(one, slice) and np.ndim(one) == 0


def _expand(index, rank, name):
    """One index for each dimension."""
    indices = list(index) if isinstance(index, tuple) else [index]
    dots = [i for i, one in enumerate(indices) if one is Ellipsis]
    if len(dots) > 1:
        raise IndexError(f"variable '{name}': an index may have at most one ellipsis")
    given = len(indices) - len(dots)
    if given > max(1, rank):
        raise IndexingError(f"variable '{name}' has {rank} dimensions, the index {given}")
    at = dots[0] if dots else len(indices)
    return indices[:at] + [slice(None)] * (rank - given) + indices[at + 1:]


def _axis(one, length, where, growth):
    """growth: of the dimension, where it may grow."""
    if isinstance(one, slice):
        return _axis_of_slice(one, length, where, growth)
    if isinstance(one, (list, tuple, range, np.ndarray)) and np.ndim(one) > 0:
        return _axis_of_sequence(np.asarray(one), length, where, growth)
    try:
        place = operator.index(one)
    except TypeError:
        raise IndexError(f"{where}: {one!r} is not an index: integers, slices, ellipses and sequences of integers or "
                            "booleans are") from None
    return Axis((Run(_place(place, length, where, growth), 1, 1),), True, False)


def _place(place, length, where, growth):
    result = place + length if place < 0 else place
    if result < 0 or (result >= length and growth is None):
        raise IndexError(f"{where}: index {place} is out of range")
    return result


def _axis_of_slice(one, length, where, growth):
    if one.step == 0:
        raise IndexingError(f"{where}: the step of a slice must not be 0")
    if growth is not None:
        length = grown_length(one, length, growth, where)
    start, stop, step = one.indices(length)
    count = len(range(start, stop, step))
    if step > 0:
        return Axis((Run(start if count else 0, count, step),), False, False)
    return Axis((Run(start + (count - 1) * step if count else 0, count, -step),), False, count > 1)


def _axis_of_sequence(places, length, where, growth):
    if places.ndim != 1:
        raise IndexError(f"{where}: an index must have one dimension, not {places.ndim}")
    if places.dtype == bool:
        if len(places) != length and growth is None:
            raise IndexError(f"{where}: a mask of {len(places)} booleans")
        places = np.flatnonzero(places)
    elif places.size == 0:
        return Axis((Run(0, 0, 1),), False, False)
    elif places.dtype.kind not in "iu":
        raise IndexError(f"{where}: indices of type {places.dtype} are not integers")
    return Axis(tuple(_runs([_place(int(place), length, where, growth) for place in places])) or (Run(0, 0, 1),), False, False)


def _keep_last_of_each(axes):
    """Of values for one place, the last is written."""
    for axis in axes:
        if len(axis.runs) > 1:
            places = [run.start + run.stride * i for run in axis.runs for i in range(run.length)]
            last = {place: at for at, place in enumerate(places)}
            if len(last) < len(places):
                axis.last_of_each = sorted(last.values())
                axis.runs = tuple(_runs([places[at] for at in axis.last_of_each]))


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
