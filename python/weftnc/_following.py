# SPDX-License-Identifier: BSD-3-Clause
"""Records that another program adds to a file while it is read."""

import time

from ._errors import FileError

# A look that finds nothing is followed by a pause, each longer than the one before.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.005
# Each look at a file of another machine costs a message.
_PAUSE_FOR_FAR_FILES = 0.1


def waited(dataset, records, timeout, dimension):
    """The number of records, when there are as many as asked for, or when the time is over. Collective."""
    followed = _followed(dataset, dimension)
    begun = time.monotonic()
    known = len(followed)
    # Where each process writes by itself, they may know different numbers.
    wanted, timeout = _of_first(dataset, (known + 1 if records is None else int(records), timeout))
    longest = _PAUSE_FOR_FAR_FILES if "://" in str(dataset.filepath()) else _LONGEST_PAUSE
    pause = _FIRST_PAUSE
    while True:
        dataset.sync()
        # The same on all processes, unlike the time.
        if len(followed) >= wanted:
            return len(followed)
        left = None if timeout is None else timeout - (time.monotonic() - begun)
        left = _of_first(dataset, left)
        if left is not None and left <= 0:
            return len(followed)
        time.sleep(pause if left is None else min(pause, left))
        pause = min(2 * pause, longest)


def _followed(dataset, dimension):
    if dataset._dataset._is_netcdf4:
        raise FileError(f"{dataset._where}: a netCDF-4 file is read as it was when it was opened; open it again to see new records",
                        where=dataset._where)
    if dimension is None:
        unlimited = [one for one in dataset.dimensions.values() if one.isunlimited()]
        if not unlimited:
            raise ValueError(f"{dataset._where} has no unlimited dimension, so no records can come")
        return unlimited[0]
    name = dimension if isinstance(dimension, str) else dimension.name
    if name not in dataset.dimensions:
        raise ValueError(f"{dataset._where} has no dimension {name!r}")
    if not dataset.dimensions[name].isunlimited():
        raise ValueError(f"{dataset._where}: dimension '{name}' is not unlimited, so it does not grow")
    return dataset.dimensions[name]


def _of_first(dataset, value):
    """What the first process has. Collective."""
    return value if dataset._ranks == 1 else dataset._comm.bcast(value)
