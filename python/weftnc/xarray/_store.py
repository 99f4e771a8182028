# SPDX-License-Identifier: BSD-3-Clause
"""A file as the stores of xarray are: what it defines, and where values go."""

import copy
import os
import warnings

import xarray
from xarray.backends import CachingFileManager
from xarray.backends.common import WritableCFDataStore, _encode_variable_name
from xarray.coding.strings import create_vlen_dtype
from xarray.core import indexing
from xarray.core.utils import FrozenDict

from .._dataset import Dataset
from .._errors import UnreadableTypeError
from .._presentable import presentable_name
from ._arrays import OpenTarget, SharedTarget, WeftArray, as_stored, is_netcdf4, make_room
from ._encoding import (DIGITS, attribute, attributes_of, refuse_texts, refuse_unknown, set_attributes, storage_of,
                        variable_as_stored)
from ._storing import stored_as

_FORMATS = {None: "NETCDF3_64BIT_DATA"}


def _opened(path, mode, format):
    """Values as they are in the file."""
    return as_stored(Dataset(path, mode, format=format))


class WeftDataStore(WritableCFDataStore):
    """Made by open(). Files stay open as long as xarray's cache of open files has room for them."""

    def __init__(self, path, mode, format, prefill, autoclose=False):
        self._path = path
        self._prefill = prefill
        self._autoclose = autoclose
        self._group = ""
        self._manager = CachingFileManager(_opened, path, mode=mode, kwargs={"format": format})
        self._dataset  # opened now, so that what is wrong with it is said now

    @classmethod
    def open(cls, filename, mode="r", format=None, group=None, autoclose=False, prefill=False):
        """As xarray opens stores.

        mode: "r", "w" or "a", which makes a file that does not exist. format: of a new file. prefill: places of dask's arrays
        that nobody writes have fill values. group: a path in a netCDF-4 file. autoclose: this store is closed before dask's
        blocks are written. In classic files, they are written through handles of their own in any case; in netCDF-4 files,
        through this one, unless it is closed.
        """
        if not isinstance(filename, (str, os.PathLike)):
            raise TypeError(f"weft opens files by their names, not {type(filename).__name__}")
        path = os.fspath(filename)
        if group is not None and mode != "r":
            raise ValueError(f"'{path}', group {group!r}: weft writes files that have no groups")
        if mode == "a" and not os.path.exists(path):
            mode = "w"
        store = cls(path, mode, _FORMATS.get(format, format), prefill, autoclose)
        try:
            return store if group is None else store.get_child_store(group)
        except Exception:
            store.close()
            raise

    def get_child_store(self, group):
        """The store of a group, with the same open file. OSError if there is none."""
        child = copy.copy(self)
        child._group = "/".join(name for name in f"{self._group}/{group}".split("/") if name)
        try:
            child._dataset
        except KeyError:
            raise OSError(f"'{presentable_name(self._path)}' has no group '{child._group}'") from None
        return child

    def paths_of_groups(self):
        """Of the groups in this one, each before those within it."""
        def below(group, path):
            for name, one in group.groups.items():
                yield path + name
                yield from below(one, f"{path}{name}/")
        return list(below(self._dataset, ""))

    @property
    def _dataset(self):
        """The dataset, or the group of it."""
        found = self._manager.acquire()
        for name in self._group.split("/") if self._group else ():
            found = found.groups[name]
        return found

    # What there is.

    def get_variables(self):
        found = {}
        for name, variable in self._dataset.variables.items():
            try:
                found[name] = self._variable(variable)
            except UnreadableTypeError as failure:
                warnings.warn(f"'{presentable_name(self._path)}': {failure}: it is left out", stacklevel=2)
        return FrozenDict(found)

    def _variable(self, variable):
        dtype = create_vlen_dtype(str) if variable.dtype is str else variable.dtype
        array = WeftArray(self._manager, f"{self._group}/{variable.name}" if self._group else variable.name, variable.shape, dtype)
        result = xarray.Variable(variable.dimensions, indexing.LazilyIndexedArray(array), attributes_of(variable))
        result.encoding = {"source": self._path, "original_shape": variable.shape, **storage_of(variable)}
        if variable.dtype is not str:
            result.encoding["dtype"] = dtype
        if DIGITS in result.attrs and "chunksizes" in result.encoding:  # as xarray's engine for netCDF-4 files has it
            result.encoding[DIGITS] = result.attrs.pop(DIGITS)
        return result

    def get_attrs(self):
        return FrozenDict(attributes_of(self._dataset))

    def get_dimensions(self):
        return FrozenDict((name, len(dimension)) for name, dimension in self._dataset.dimensions.items())

    def get_encoding(self):
        return {"unlimited_dims": {name for name, dimension in self._dataset.dimensions.items() if dimension.isunlimited()}}

    # What is to be there.

    def store(self, variables, attributes, check_encoding_set=frozenset(), writer=None, unlimited_dims=None):
        for name in check_encoding_set:
            refuse_texts(name, variables[name].encoding)
        super().store(variables, attributes, check_encoding_set, writer, unlimited_dims=unlimited_dims)

    def set_dimension(self, dim, length, is_unlimited=False):
        self._dataset.createDimension(dim, None if is_unlimited else length)

    def set_attribute(self, key, value):
        self._dataset.setncattr(key, attribute(value))

    def encode_variable(self, variable, name=None):
        return variable_as_stored(variable, self._dataset.data_model)

    def set_dimensions(self, variables, unlimited_dims=None):
        """An unlimited dimension that a file already has grows with what is written."""
        existing = self._dataset.dimensions
        lengths = dict.fromkeys(unlimited_dims or ())
        for variable in variables.values():
            lengths.update(zip(variable.dims, variable.shape))
        for name, length in lengths.items():
            if name not in existing:
                self.set_dimension(name, length, name in (unlimited_dims or ()))
            elif length not in (None, len(existing[name])) and not existing[name].isunlimited():
                raise ValueError(f"'{presentable_name(self._path)}': Unable to update size for existing dimension '{name}' "
                                 f"({length} != {len(existing[name])})")

    def set_variables(self, variables, check_encoding_set, writer, unlimited_dims=None):
        """All are defined before any is written, since a header that grows moves what is behind it."""
        moves = [(*self.prepare_variable(_encode_variable_name(name), variable, name in check_encoding_set, unlimited_dims),
                  variable) for name, variable in variables.items()]
        for target, source, variable in moves:
            if isinstance(target, SharedTarget):
                make_room(self._dataset[target.name], variable.shape)
        for target, source, _ in moves:
            writer.add(source, target)
        self.sync()

    def prepare_variable(self, name, variable, check_encoding=False, unlimited_dims=None):
        if check_encoding:
            refuse_unknown(name, variable.encoding, self._dataset.data_model)
        is_lazy, in_chunks = variable.chunks is not None, is_netcdf4(self._dataset)
        stored = self._dataset.variables.get(name)
        if stored is None:
            kept = {}
            if in_chunks:
                unlimited = [one for one, dimension in self._dataset.dimensions.items() if dimension.isunlimited()]
                kept = stored_as(variable.encoding, variable.dims, variable.shape, check_encoding, unlimited)
            # Fill values cost nothing in chunks.
            stored = self._defined(name, variable, fill_value=None if in_chunks or is_lazy and self._prefill else False, **kept)
        elif stored.dimensions != variable.dims:
            raise ValueError(f"'{presentable_name(self._path)}': variable '{name}' has the dimensions {stored.dimensions} there, "
                             f"{variable.dims} here")
        else:
            set_attributes(stored, variable.attrs)
        if is_lazy and in_chunks and not self._autoclose:
            return OpenTarget(self._manager.acquire, name), variable.data
        if is_lazy:
            return SharedTarget(self._path, name, in_turns=in_chunks), variable.data
        return WeftArray(self._manager, name, variable.shape, stored.dtype), variable.data

    def _defined(self, name, variable, **options):
        stored = self._dataset.createVariable(name, variable.dtype, variable.dims, **options)
        attributes = dict(variable.attrs)
        if "_FillValue" in attributes:  # the first, as others write it
            stored.setncattr("_FillValue", attribute(attributes.pop("_FillValue")))
        for key, value in attributes.items():
            stored.setncattr(key, attribute(value))
        return stored

    def sync(self):
        self._dataset.sync()

    def close(self):
        self._manager.close()


def make_known_to_xarray():
    """xarray has no way for a plugin to offer writing; its table of engines that write is where it looks."""
    try:
        from xarray.backends.writers import WRITEABLE_STORES  # of 2025 and later
    except ImportError:
        from xarray.backends.api import WRITEABLE_STORES
    WRITEABLE_STORES["weft"] = WeftDataStore.open
