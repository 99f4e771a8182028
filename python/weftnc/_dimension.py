# SPDX-License-Identifier: BSD-3-Clause
"""Dimensions."""

from ctypes import byref, c_longlong

from ._library import in_one_turn


class Dimension:
    """A dimension of a dataset: name, size, isunlimited()."""

    _group = None  # of a netCDF-4 file

    def __init__(self, dataset, number, name, unlimited, length):
        self._dataset = dataset
        self._number = number
        self._unlimited = unlimited
        self._length = length  # but of the unlimited one
        self.name = name

    @property
    @in_one_turn
    def size(self):
        """How long it is; of the unlimited one, how many records there are as far as this process knows."""
        file = self._dataset._open_id()
        if not self._unlimited:
            return self._length
        length = c_longlong()
        self._dataset._check(self._dataset._library.inq_dim(file, self._number, None, byref(length)), f"dimension '{self.name}'")
        return length.value

    def __len__(self):
        """Its size."""
        return self.size

    def isunlimited(self):
        """Whether it grows with what is written."""
        return self._unlimited

    def group(self):
        """The dataset, or the group of it that the dimension is in."""
        return self._dataset if self._group is None else self._group

    def __repr__(self):
        kind = " (unlimited)" if self._unlimited else ""
        return f"<weftnc.Dimension '{self.name}': size {self.size}{kind}>"
