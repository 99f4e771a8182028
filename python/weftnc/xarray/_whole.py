# SPDX-License-Identifier: BSD-3-Clause
"""Writing all of a dataset, from one process: what it defines first, then values, blocks of dask's arrays side by side."""

import os

from xarray.backends.common import ArrayWriter
from xarray.conventions import encode_dataset_coordinates

from ._arrays import computes_here
from ._encoding import refuse_texts
from ._store import WeftDataStore


def behind_link(path):
    """What a symbolic link points to: where a file is made anew, programs that read the one of before keep that, but not if it is
    emptied through a link."""
    return os.path.realpath(path) if os.path.islink(path) and os.path.isfile(path) else path


def write_whole(dataset, path, *, mode, format, encoding, unlimited_dims, compute):
    variables, attributes, unlimited = prepared(dataset, encoding, unlimited_dims)
    writer = ArrayWriter()
    path = behind_link(path)
    stays_open = compute and computes_here()
    store = WeftDataStore.open(path, "w" if mode == "w" else "a", format=format, prefill=not compute, autoclose=not stays_open)
    try:
        store.store(variables, attributes, set(encoding or ()), writer, unlimited_dims=unlimited)
        if stays_open:
            return computed(writer, compute)
    finally:
        store.close()
    return computed(writer, compute)


def prepared(dataset, encoding, unlimited_dims):
    """The variables with what encoding they are to have, attributes, and the unlimited dimensions."""
    variables, attributes = encode_dataset_coordinates(dataset)
    for name, wanted in (encoding or {}).items():
        if name not in variables:
            raise ValueError(f"encoding for '{name}': the dataset has no such variable")
        refuse_texts(name, wanted)
        variables[name].encoding = dict(wanted)
    if unlimited_dims is None:
        unlimited = [name for name in dataset.encoding.get("unlimited_dims", ()) if name in dataset.sizes]
    else:
        unlimited = [unlimited_dims] if isinstance(unlimited_dims, str) else list(unlimited_dims)
        for name in unlimited:
            if name not in dataset.sizes:
                raise ValueError(f"unlimited_dims: the dataset has no dimension '{name}'")
    return variables, attributes, unlimited


def computed(writer, compute):
    """What dask has to do is done, or returned as one Delayed."""
    if compute:
        writer.sync()
        return None
    import dask
    return dask.delayed(lambda _: None)(writer.sync(compute=False))
