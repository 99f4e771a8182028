# SPDX-License-Identifier: BSD-3-Clause
"""Writing a part of a file that exists: a region, or new records. Its values are encoded as the file's are."""

import numpy as np
from xarray.backends.common import ArrayWriter
from xarray.conventions import encode_dataset_coordinates

from ._arrays import ExistingDataset, OpenTarget, SharedTarget, as_stored, computes_here, is_netcdf4, make_room
from ._before import FileBefore
from ._encoding import alike, require_fit
from ._whole import computed

AUTO = "auto"  # of a region: where the coordinates say


def write_region(dataset, path, region, compute):
    with ExistingDataset(path, "a") as file:
        return _write(dataset, path, as_stored(file), resolved(region, dataset, file), compute)


def append(dataset, path, dimension, compute):
    before = FileBefore(path)
    try:
        with ExistingDataset(path, "a") as file:
            region = behind_the_last(dimension, dataset, file)
            is_lazy = any(variable.chunks is not None for variable in dataset.variables.values())
            guard = before.guard() if compute and is_lazy else None
            done = _write(dataset, path, file, region, compute, guard)
    except BaseException:
        before.restore()
        raise
    finally:
        before.forget()
    return done


def behind_the_last(dimension, dataset, file):
    """The region of a dataset that is appended."""
    if dimension not in file.dimensions or not file.dimensions[dimension].isunlimited():
        raise ValueError(f"{file.filepath()!r}: dimension '{dimension}' is not its unlimited one")
    if dimension not in dataset.sizes:
        raise ValueError(f"the dataset has no dimension '{dimension}'")
    have = len(file.dimensions[dimension])
    return {dimension: slice(have, have + dataset.sizes[dimension])}


def _write(dataset, path, file, region, compute, guard=None):
    as_stored(file)
    variables, _ = encode_dataset_coordinates(dataset)
    check_dimensions(dataset, file, region)
    check_variables(variables, file, region)
    written = {name: variable for name, variable in variables.items() if set(region) & set(variable.dims)}
    writer = ArrayWriter()
    in_chunks = is_netcdf4(file)
    stays_open = in_chunks and compute and computes_here()
    for name in written:
        file[name]._fills = False  # new records are written, by us
    sources = {name: alike(variable, name, file[name]).data for name, variable in written.items()}
    for name, variable in written.items():
        if variable.chunks is None:
            require_fit(sources[name], name, file[name])
    for name, variable in written.items():
        index, source = index_of(file[name], region), sources[name]
        if variable.chunks is None:
            file[name][index] = source
        else:
            make_room(file[name], [part.stop for part in index])
            target = OpenTarget(lambda: file, name) if stays_open else SharedTarget(path, name, guard, in_turns=in_chunks)
            writer.add(source, target, index)
    if not stays_open:
        file.close()
    return computed(writer, compute)


def resolved(region, dataset, file):
    """A region with a beginning and an end along each of its dimensions. `file` shows values as they are stored."""
    if isinstance(region, str):
        region = _all_by_coordinates(region, dataset, file)
    result = {}
    for name, part in region.items():
        if name not in file.dimensions:
            raise ValueError(f"region: {file.filepath()!r} has no dimension '{name}'")
        if isinstance(part, str) and part == AUTO:
            result[name] = _place_by_coordinate(name, dataset, file)
            continue
        if not isinstance(part, slice) or part.step not in (None, 1):
            raise ValueError(f"region: what is chosen of dimension '{name}' is a slice without a step, not {part!r}")
        start, stop, _ = part.indices(len(file.dimensions[name]))
        result[name] = slice(start, max(start, stop))
    return result


def _all_by_coordinates(region, dataset, file):
    if region != AUTO:
        raise ValueError(f"region: a dictionary is wanted, or 'auto', not {region!r}")
    found = {name: AUTO for name in dataset.dims if name in dataset.coords and name in file.variables}
    if not found:
        raise ValueError(f"region='auto': no dimension of the dataset has a coordinate that is in {file.filepath()!r}, too")
    return found


def _place_by_coordinate(name, dataset, file):
    """Where in the file the coordinate has the values that it has here."""
    if name not in dataset.coords or name not in file.variables:
        raise ValueError(f"region: dimension '{name}' is found by its coordinate, which the dataset and {file.filepath()!r} must have")
    there = file[name][...]
    here = np.asarray(alike(dataset[name].variable.to_base_variable(), name, file[name]).data).astype(there.dtype)
    for start in np.flatnonzero(there == here[0]) if len(here) else [0]:
        if np.array_equal(there[start:start + len(here)], here):
            return slice(int(start), int(start) + len(here))
    raise ValueError(f"region: the values of coordinate '{name}' do not follow one another in {file.filepath()!r} as they do here")


def check_dimensions(dataset, file, region):
    for name, length in dataset.sizes.items():
        if name not in file.dimensions:
            raise ValueError(f"{file.filepath()!r} has no dimension '{name}'")
        part = region.get(name, slice(0, len(file.dimensions[name])))
        if part.stop - part.start != length:
            raise ValueError(f"dimension '{name}' has the length {length} in the dataset, and in the file, "
                             f"[{part.start}, {part.stop}) is to be written")
    for name in region:
        if name not in dataset.sizes:
            raise ValueError(f"region: the dataset has no dimension '{name}'")


def check_variables(variables, file, region):
    """All are in the file; those outside the region with the values that they have here."""
    for name, variable in variables.items():
        if name not in file.variables:
            raise ValueError(f"{file.filepath()!r} has no variable '{name}'")
        if not set(region) & set(variable.dims):
            here, there = np.asarray(alike(variable, name, file[name]).data), file[name][...]
            if not _are_same(here.astype(there.dtype), there):
                raise ValueError(f"variable '{name}' has none of the dimensions {sorted(region)} and other values than in "
                                 f"{file.filepath()!r}: drop it from the dataset, or write it by itself")


def _are_same(here, there):
    return np.array_equal(here, there, equal_nan=here.dtype.kind == "f")


def index_of(stored, region):
    return tuple(region.get(name, slice(None)) for name in stored.dimensions)
