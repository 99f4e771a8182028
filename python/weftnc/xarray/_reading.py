# SPDX-License-Identifier: BSD-3-Clause
"""The engine "weft" of xarray."""

import os

import xarray
from xarray.backends import BackendEntrypoint
from xarray.backends.store import StoreBackendEntrypoint

from ._store import WeftDataStore


class WeftBackendEntrypoint(BackendEntrypoint):
    """Opens files for xarray. Values are read when they are needed, by as many threads as ask for them."""

    description = "netCDF files (CDF-1, CDF-2, CDF-5, netCDF-4) and sets of them, by Weft"
    url = ""
    open_dataset_parameters = ("filename_or_obj", "drop_variables", "mask_and_scale", "decode_times", "concat_characters",
                               "decode_coords", "use_cftime", "decode_timedelta", "group")
    supports_groups = True

    def guess_can_open(self, filename_or_obj):
        """Whether it begins as a netCDF file does."""
        if not isinstance(filename_or_obj, (str, os.PathLike)):
            return False
        try:
            with open(filename_or_obj, "rb") as file:
                magic = file.read(8)
        except OSError:
            return False
        return magic[:4] in (b"CDF\x01", b"CDF\x02", b"CDF\x05") or magic == b"\x89HDF\r\n\x1a\n"

    def open_dataset(self, filename_or_obj, *, drop_variables=None, mask_and_scale=True, decode_times=True,
                     concat_characters=True, decode_coords=True, use_cftime=None, decode_timedelta=None, group=None):
        """What xarray.open_dataset(filename_or_obj, engine="weft") calls, with xarray's arguments. group: a path in a netCDF-4
        file."""
        store = WeftDataStore.open(filename_or_obj, group=group)
        try:
            return StoreBackendEntrypoint().open_dataset(
                store, mask_and_scale=mask_and_scale, decode_times=decode_times, concat_characters=concat_characters,
                decode_coords=decode_coords, drop_variables=drop_variables, use_cftime=use_cftime,
                decode_timedelta=decode_timedelta)
        except Exception:
            store.close()
            raise

    def open_groups_as_dict(self, filename_or_obj, *, group=None, **options):
        """A dataset for each group of a netCDF-4 file, by its path from `group` on; of a classic file there is one. options: of
        open_dataset()."""
        store = WeftDataStore.open(filename_or_obj, group=group)
        try:
            found = {"/": StoreBackendEntrypoint().open_dataset(store, **options)}
            for path in store.paths_of_groups():
                found[f"/{path}"] = StoreBackendEntrypoint().open_dataset(store.get_child_store(path), **options)
        except Exception:
            store.close()
            raise
        return found

    def open_datatree(self, filename_or_obj, **options):
        """What xarray.open_datatree(filename_or_obj, engine="weft") calls, of versions of xarray that have trees. options: of
        open_groups_as_dict()."""
        groups = self.open_groups_as_dict(filename_or_obj, **options)
        tree = xarray.DataTree.from_dict(groups)
        for path, dataset in groups.items():
            tree[path].set_close(dataset._close)
        return tree
