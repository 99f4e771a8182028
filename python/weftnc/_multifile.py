# SPDX-License-Identifier: BSD-3-Clause
"""Several files as one, read-only: MFDataset, as netCDF4-python calls it."""

import glob
import os

import numpy as np

from ._dataset import Dataset
from ._errors import JoinError


class ReachesAll:
    """What is set of how values are seen, of something that has parts: set of each."""

    # Of the object: _all(), the parts.

    def set_auto_mask(self, mask):
        """For all files: see Variable."""
        for part in self._all():
            part.set_auto_mask(mask)

    def set_auto_scale(self, scale):
        """For all files: see Variable."""
        for part in self._all():
            part.set_auto_scale(scale)

    def set_auto_maskandscale(self, maskandscale):
        """For all files: see Variable."""
        for part in self._all():
            part.set_auto_maskandscale(maskandscale)

    def set_always_mask(self, always_mask):
        """For all files: see Variable."""
        for part in self._all():
            part.set_always_mask(always_mask)

    def set_auto_chartostring(self, chartostring):
        """For all files: see Variable."""
        for part in self._all():
            part.set_auto_chartostring(chartostring)


class MFDataset(ReachesAll):
    """Files one behind the other along their unlimited dimension.

    files: names in order, or a pattern such as "run*.nc", which stands for its names in order; aggdim: the dimension, if it
    is not the first file's unlimited one. What has not this dimension is the first file's. Raises OSError where there is no
    file, and JoinError where they have not the same dimensions and variables. exclude: variables that are the first file's, too.
    """

    def __init__(self, files, check=False, aggdim=None, exclude=(), master_file=None):
        names = sorted(glob.glob(os.fspath(files))) if isinstance(files, (str, os.PathLike)) else list(files)
        if not names:
            raise OSError(f"there is no file {files!r}")
        self._datasets = [Dataset(name) for name in names]
        self._first = Dataset(master_file) if master_file is not None else self._datasets[0]
        try:
            self._join(aggdim, set(exclude), check)
        except Exception:
            self.close()
            raise

    def _join(self, aggdim, exclude, check):
        unlimited = [name for name, one in self._first.dimensions.items() if one.isunlimited()]
        if aggdim is None and not unlimited:
            raise JoinError(f"{self._first.filepath()!r} has no unlimited dimension: name the dimension along the files (aggdim)")
        self._dimension = unlimited[0] if aggdim is None else aggdim
        for dataset in self._datasets:
            if self._dimension not in dataset.dimensions:
                raise JoinError(f"{dataset.filepath()!r} has no dimension '{self._dimension}'")
            for name, one in self._first.dimensions.items():
                if check and name != self._dimension and len(dataset.dimensions.get(name, ())) != len(one):
                    raise JoinError(f"dimension '{name}' of {dataset.filepath()!r} differs from that of {self._first.filepath()!r}")
        self.dimensions = dict(self._first.dimensions)
        self.dimensions[self._dimension] = JoinedDimension(
            self._dimension, sum(len(dataset.dimensions[self._dimension]) for dataset in self._datasets),
            self._first.dimensions[self._dimension].isunlimited())
        self.variables = {name: JoinedVariable(self._datasets, one, name)
                          if one.dimensions[:1] == (self._dimension,) and name not in exclude else one
                          for name, one in self._first.variables.items()}

    def __getitem__(self, name):
        """A variable, over all files. IndexError if there is none."""
        found = self.variables.get(self._first._own_name(name))
        if found is None:
            raise IndexError(f"{self._first.filepath()!r} has no variable {name!r}")
        return found

    def _all(self):
        return (*self._datasets, self._first)

    def ncattrs(self):
        """The names of the attributes of the first file, which are those of all."""
        return self._first.ncattrs()

    def __repr__(self):
        lines = [f"<weftnc.MFDataset of {len(self._datasets)} files, the first {self._first.filepath()!r}>"]
        lines += [f"    {name}: {', '.join(one.dimensions)}: {one.shape}" for name, one in self.variables.items()]
        return "\n".join(lines)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._first, name)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    def close(self):
        """Closes all files."""
        for dataset in self._all():
            dataset.close()


class JoinedDimension:
    """As Dimension, over all files."""

    def __init__(self, name, size, unlimited):
        self.name = name
        self.size = size
        self._unlimited = unlimited

    def __len__(self):
        return self.size

    def isunlimited(self):
        return self._unlimited


class JoinedVariable(ReachesAll):
    """A variable of several files, one behind the other along its first dimension."""

    def __init__(self, datasets, first, name):
        for dataset in datasets:
            if name not in dataset.variables or dataset[name].shape[1:] != first.shape[1:]:
                raise JoinError(f"variable '{name}' of {dataset.filepath()!r} does not have the shape of that in the first file")
        self._parts = [dataset[name] for dataset in datasets]
        self._first = first
        self.shape = (sum(len(part) for part in self._parts), *first.shape[1:])

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._first, name)

    def _all(self):
        return self._parts

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return int(np.prod(self.shape, dtype=np.int64))

    def __len__(self):
        return self.shape[0]

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self[...], dtype)

    def __getitem__(self, index):
        """As of a Variable, but that arrays are masked ones only where values are missing. Each file is asked for what it has of
        it."""
        values = self._read(index)
        return values if np.ma.is_masked(values) else np.ma.getdata(values)[()]

    def _read(self, index):
        index = index if isinstance(index, tuple) else (index,)
        if any(one is Ellipsis for one in index):
            at = next(i for i, one in enumerate(index) if one is Ellipsis)
            index = index[:at] + (slice(None),) * (len(self.shape) - len(index) + 1) + index[at + 1:]
        first, rest = index[0] if index else slice(None), index[1:]
        places = np.arange(self.shape[0])[first]
        if np.ndim(places) == 0:
            part, place = self._place_of(int(places))
            return part[(place, *rest)]
        found, at = [], 0
        while at < len(places):
            part, place = self._place_of(int(places[at]))
            begin = int(places[at]) - place
            count = 1
            while at + count < len(places) and begin <= places[at + count] < begin + len(part):
                count += 1
            found.append(part[(np.asarray(places[at:at + count]) - begin, *rest)])
            at += count
        return np.ma.concatenate(found) if found else self._parts[0][(slice(0, 0), *rest)]

    def _place_of(self, record):
        for part in self._parts:
            if record < len(part):
                return part, record
            record -= len(part)
        raise IndexError(f"index {record} is out of range")
