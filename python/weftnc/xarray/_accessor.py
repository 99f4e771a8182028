# SPDX-License-Identifier: BSD-3-Clause
"""`dataset.weft`: what Weft adds to xarray's datasets."""

import os

import xarray

from ._parts import append, write_region
from ._together import write_together
from ._whole import write_whole


@xarray.register_dataset_accessor("weft")
class WeftAccessor:
    """Found as `dataset.weft` once weftnc.xarray is imported."""

    def __init__(self, dataset):
        self._dataset = dataset

    def to_netcdf(self, path, mode="w", *, format=None, encoding=None, unlimited_dims=None, region=None, append_dim=None,
                  comm=None, info=None, compute=True):
        """Writes the dataset to a file.

        mode: "w" makes the file; "a" adds variables to it. format: as of weftnc.Dataset. encoding, unlimited_dims: as of
        xarray's to_netcdf(). Arrays of dask are computed and written block by block, by threads, processes or machines,
        whichever the scheduler has; with compute=False they are left to the Delayed that is returned.

        region: where in a file that exists the dataset belongs, as {"x": slice(0, 100)}: values are encoded as the file's
        are. {"x": "auto"} is where coordinate x of the file has the values that it has here; "auto" by itself says so of all
        dimensions that have a coordinate. Variables without one of these dimensions must be in the file as they are here.
        append_dim: behind the last record of this unlimited dimension.

        comm: a communicator of mpi4py. Collective: all its processes write one file. Each has a part of it and says with
        `region` where; or all have the same dataset, and each computes and writes a share of it, behind the last record
        with append_dim. What the file
        defines (attributes, encodings) is what process 0 has. info: hints.

        ValueError where the dataset does not go with the file, or with those of the other processes; what weftnc.Dataset
        raises else. With `comm`, all processes raise where one does.
        """
        path = os.fspath(path)
        if mode not in ("w", "a", "r+"):
            raise ValueError(f"'{path}': {mode!r} is not a mode; use 'w', 'a' or 'r+'")
        if region is not None and append_dim is not None:
            raise ValueError(f"'{path}': region and append_dim cannot both be given")
        if info is not None and comm is None:
            raise ValueError(f"'{path}': info belongs to comm")
        if comm is not None:
            is_new = mode == "w" and append_dim is None
            if not compute or encoding and not is_new:
                raise ValueError(f"'{path}': with comm, there is no compute=False, and encoding only for new files")
            return write_together(self._dataset, path, comm, info, is_new=is_new, format=format, encoding=encoding,
                                  unlimited_dims=unlimited_dims, region=region, append_dim=append_dim)
        if region is not None or append_dim is not None:
            if encoding or format or unlimited_dims:
                raise ValueError(f"'{path}': the file has its format, encoding and dimensions")
            if append_dim is not None:
                return append(self._dataset, path, append_dim, compute)
            return write_region(self._dataset, path, region, compute)
        return write_whole(self._dataset, path, mode=mode, format=format, encoding=encoding, unlimited_dims=unlimited_dims,
                           compute=compute)
