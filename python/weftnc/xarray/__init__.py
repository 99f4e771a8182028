# SPDX-License-Identifier: BSD-3-Clause
"""xarray reads and writes by Weft.

    xarray.open_dataset(name, engine="weft")     values are read when they are needed; there is no lock over all files
    import weftnc.xarray
    dataset.weft.to_netcdf(name)                 alone, with dask, or from all processes of an MPI program

Importing this module also makes `dataset.to_netcdf(name, engine="weft")` known to xarray.
"""

from ._accessor import WeftAccessor
from ._reading import WeftBackendEntrypoint
from ._store import WeftDataStore, make_known_to_xarray

make_known_to_xarray()

__all__ = ["WeftAccessor", "WeftBackendEntrypoint", "WeftDataStore"]
