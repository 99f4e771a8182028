# SPDX-License-Identifier: BSD-3-Clause
import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import xarray
from xarray.backends import BackendEntrypoint

class WeftAccessor:
    def __init__(self, dataset: xarray.Dataset) -> None: ...
    def to_netcdf(self, path: str | os.PathLike[str], mode: Literal["w", "a", "r+"] = "w", *, format: str | None = None,
                  encoding: Mapping[Any, Mapping[str, Any]] | None = None, unlimited_dims: str | Iterable[Any] | None = None,
                  region: Mapping[Any, slice | Literal["auto"]] | Literal["auto"] | None = None, append_dim: str | None = None, comm: Any = None, info: Any = None,
                  compute: bool = True) -> Any: ...

class WeftBackendEntrypoint(BackendEntrypoint):
    def guess_can_open(self, filename_or_obj: Any) -> bool: ...
    def open_dataset(  # type: ignore[override]
                     self, filename_or_obj: Any, *, drop_variables: str | Iterable[str] | None = None,
                     mask_and_scale: bool = True, decode_times: Any = True, concat_characters: bool = True,
                     decode_coords: Any = True, use_cftime: bool | None = None, decode_timedelta: Any = None,
                     group: str | None = None) -> xarray.Dataset: ...
    def open_groups_as_dict(self, filename_or_obj: Any, *, group: str | None = None, **options: Any) -> dict[str, xarray.Dataset]: ...  # type: ignore[override]
    def open_datatree(self, filename_or_obj: Any, **options: Any) -> Any: ...

class WeftDataStore:
    def __init__(self, path: str, mode: str, format: str, prefill: bool, autoclose: bool = False) -> None: ...
    @classmethod
    def open(cls, filename: str | os.PathLike[str], mode: Literal["r", "w", "a"] = "r", format: str | None = None,
             group: str | None = None, autoclose: bool = False, prefill: bool = False) -> WeftDataStore: ...
    def close(self) -> None: ...

__all__ = ["WeftAccessor", "WeftBackendEntrypoint", "WeftDataStore"]
