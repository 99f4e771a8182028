# SPDX-License-Identifier: BSD-3-Clause
"""xarray reads by Weft: `xarray.open_dataset(name, engine="weft")`. Values are read when they are needed, by as many threads
as ask for them; there is no lock over all files."""

import os

import numpy as np
import xarray
from xarray.backends import AbstractDataStore, BackendArray, BackendEntrypoint
from xarray.backends.store import StoreBackendEntrypoint
from xarray.core import indexing
from xarray.core.utils import FrozenDict

from ._dataset import Dataset


class WeftArray(BackendArray):
    """The values of a variable, as they are in the file: what they stand for is xarray's matter."""

    def __init__(self, variable):
        self._variable = variable
        self.shape = variable.shape
        self.dtype = variable.dtype

    def __getitem__(self, key):
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.OUTER, self._read)

    def _read(self, key):
        return np.asarray(self._variable[key])


class WeftDataStore(AbstractDataStore):
    """A dataset of Weft as xarray's stores are."""

    def __init__(self, dataset):
        self._dataset = dataset
        dataset.set_auto_maskandscale(False)

    def get_variables(self):
        return FrozenDict((name, self._opened(variable)) for name, variable in self._dataset.variables.items())

    def _opened(self, variable):
        data = indexing.LazilyIndexedArray(WeftArray(variable))
        result = xarray.Variable(variable.dimensions, data, _attributes(variable))
        result.encoding = {"dtype": variable.dtype, "source": self._dataset.filepath(), "original_shape": variable.shape}
        return result

    def get_attrs(self):
        return FrozenDict(_attributes(self._dataset))

    def get_dimensions(self):
        return FrozenDict((name, len(dimension)) for name, dimension in self._dataset.dimensions.items())

    def get_encoding(self):
        return {"unlimited_dims": {name for name, dimension in self._dataset.dimensions.items() if dimension.isunlimited()}}

    def close(self):
        self._dataset.close()


def _attributes(owner):
    return {name: owner.getncattr(name) for name in owner.ncattrs()}


class WeftBackendEntrypoint(BackendEntrypoint):
    """The engine "weft" of xarray."""

    description = "netCDF classic files (CDF-1, CDF-2, CDF-5) and sets of them, by Weft"
    url = ""
    open_dataset_parameters = ("filename_or_obj", "drop_variables", "mask_and_scale", "decode_times", "concat_characters",
                               "decode_coords", "use_cftime", "decode_timedelta")

    def guess_can_open(self, filename_or_obj):
        """Whether it begins as a classic file does."""
        if not isinstance(filename_or_obj, (str, os.PathLike)):
            return False
        try:
            with open(filename_or_obj, "rb") as file:
                magic = file.read(4)
        except OSError:
            return False
        return magic in (b"CDF\x01", b"CDF\x02", b"CDF\x05")

    def open_dataset(self, filename_or_obj, *, drop_variables=None, mask_and_scale=True, decode_times=True,
                     concat_characters=True, decode_coords=True, use_cftime=None, decode_timedelta=None):
        store = WeftDataStore(Dataset(filename_or_obj))
        return StoreBackendEntrypoint().open_dataset(
            store, mask_and_scale=mask_and_scale, decode_times=decode_times, concat_characters=concat_characters,
            decode_coords=decode_coords, drop_variables=drop_variables, use_cftime=use_cftime,
            decode_timedelta=decode_timedelta)


__all__ = ["WeftArray", "WeftBackendEntrypoint", "WeftDataStore"]
