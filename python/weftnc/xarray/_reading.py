# SPDX-License-Identifier: BSD-3-Clause
"""The engine "weft" of xarray."""

import os

from xarray.backends import BackendEntrypoint
from xarray.backends.store import StoreBackendEntrypoint

from ._store import WeftDataStore


class WeftBackendEntrypoint(BackendEntrypoint):
    """Opens files for xarray. Values are read when they are needed, by as many threads as ask for them."""

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
        """What xarray.open_dataset(filename_or_obj, engine="weft") calls, with xarray's arguments."""
        store = WeftDataStore.open(filename_or_obj)
        try:
            return StoreBackendEntrypoint().open_dataset(
                store, mask_and_scale=mask_and_scale, decode_times=decode_times, concat_characters=concat_characters,
                decode_coords=decode_coords, drop_variables=drop_variables, use_cftime=use_cftime,
                decode_timedelta=decode_timedelta)
        except Exception:
            store.close()
            raise
