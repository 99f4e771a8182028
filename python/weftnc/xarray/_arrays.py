# SPDX-License-Identifier: BSD-3-Clause
"""Variables of a file as the arrays that xarray and dask read from and write to."""

import contextlib
import fcntl
import os

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

    def __init__(self, path, name, guard=None, in_turns=False):
        """guard: of records that are appended. in_turns: of a netCDF-4 file, which one at a time changes."""
        self._path = path
        self._guard = guard
        self._in_turns = in_turns
        self.name = name

    def __setitem__(self, key, values):
        with contextlib.ExitStack() as held:
            if self._guard is not None:
                held.enter_context(self._guard.held())
            if self._in_turns:
                held.enter_context(_turn_at(self._path))
            with ExistingDataset(self._path, "a") as dataset:
                as_stored(dataset)[self.name][key] = values


class OpenTarget:
    """A variable of a dataset that stays open until all blocks are written, by threads of this process."""

    def __init__(self, acquire, name):
        """acquire: a function to the open Dataset."""
        self._acquire = acquire
        self.name = name

    def __setitem__(self, key, values):
        self._acquire()[self.name][key] = values

    def __reduce__(self):
        raise TypeError(f"variable '{self.name}': blocks of this netCDF-4 file are written by threads of the process that made it; "
                        "choose the scheduler before the file is written")


def computes_here():
    """Whether dask's arrays are computed by threads of this process."""
    try:
        from dask import local, threaded
        from dask.base import get_scheduler
    except ImportError:
        return True
    return get_scheduler() in (None, threaded.get, local.get_sync)


def is_netcdf4(dataset):
    return dataset.disk_format == "HDF5"


@contextlib.contextmanager
def _turn_at(path):
    """While it lasts, no other writer of blocks has the file open. (The file itself is locked: another one would have to be
    removed some time.)"""
    if "://" in path:
        raise ValueError(f"'{path}': blocks of a netCDF-4 file on another machine are written by threads of one process, with compute=True")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:  # as whoever opens it will say
        yield
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def make_room(variable, ends):
    """The records of a variable that several will write, up to ends[0], so that none of them has to add any."""
    is_record = variable.ndim > 0 and variable.get_dims()[0].isunlimited()
    if is_record and ends[0] is not None and ends[0] > variable.shape[0] and 0 not in variable.shape[1:]:
        variable[(ends[0] - 1, *[0] * (variable.ndim - 1))] = variable._conventions().mark
