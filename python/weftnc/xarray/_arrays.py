# SPDX-License-Identifier: BSD-3-Clause
"""Variables of a file as the arrays that xarray and dask read from and write to."""

import contextlib

import numpy as np
from xarray.backends import BackendArray
from xarray.core import indexing

from .._dataset import Dataset


def as_stored(dataset):
    """The dataset, whose values are seen as they are in the file from now on: what they stand for is xarray's matter."""
    dataset.set_auto_maskandscale(False)
    dataset.set_auto_chartostring(False)
    return dataset


class WeftArray(BackendArray):
    """The values of a variable, as they are in the file."""

    def __init__(self, manager, name, shape, dtype):
        """manager: of xarray, whose acquire() gives the open Dataset."""
        self._manager = manager
        self._name = name
        self.shape = shape
        self.dtype = dtype

    def __getitem__(self, key):
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.OUTER, self._read)

    def _read(self, key):
        values = self._manager.acquire()[self._name][key]
        return np.asarray(values, self.dtype if self.dtype.kind == "O" else None)

    def __setitem__(self, key, values):
        self._manager.acquire()[self._name][key] = values


class ExistingDataset(Dataset):
    """One that somebody has made: where a worker does not find it, it is not made again."""

    _makes_missing = False


class SharedTarget:
    """A variable of a file that is complete but for its values. Each block is written through a handle of its own, so that
    threads, processes and machines write side by side; it can be pickled."""

    def __init__(self, path, name, guard=None):
        """guard: of records that are appended."""
        self._path = path
        self._guard = guard
        self.name = name

    def __setitem__(self, key, values):
        with contextlib.nullcontext() if self._guard is None else self._guard.held():
            with ExistingDataset(self._path, "a") as dataset:
                as_stored(dataset)[self.name][key] = values


def make_room(variable, ends):
    """The records of a variable that several will write, up to ends[0], so that none of them has to add any."""
    is_record = variable.ndim > 0 and variable.get_dims()[0].isunlimited()
    if is_record and ends[0] is not None and ends[0] > variable.shape[0] and 0 not in variable.shape[1:]:
        variable[(ends[0] - 1, *[0] * (variable.ndim - 1))] = variable._conventions().mark
