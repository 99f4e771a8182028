# SPDX-License-Identifier: BSD-3-Clause
"""Writing one file from all processes of a communicator.

First the file is defined, then values in memory are written, a variable at a time and all processes together; last, each
process computes and writes the blocks of dask's arrays by itself. A process with a mistake takes part to the end, and all learn
of it then.
"""

import itertools

import numpy as np
from xarray.backends.common import ArrayWriter

from .._dataset import Dataset
from ._arrays import ExistingDataset, OpenTarget, SharedTarget, as_stored, is_netcdf4
from ._before import FileBefore
from ._definition import check_alike, definition_of
from ._encoding import alike
from ._parts import behind_the_last, check_dimensions, check_variables, index_of, resolved
from ._whole import behind_link, prepared

DEFAULT_FORMAT = "NETCDF3_64BIT_DATA"
NOTHING: tuple = ([], lambda: None)  # to do with others


class Outcome:
    """The first thing that went wrong here, until all processes hear of it."""

    def __init__(self, comm):
        self._comm = comm
        self._failure = None

    def attempt(self, function, *arguments, **named):
        """What it returns; None if it raises, or if something has gone wrong already."""
        try:
            return None if self._failure else function(*arguments, **named)
        except Exception as failure:
            self._failure = failure
            return None

    def take_part(self, function, *arguments):
        """In what all processes do, whatever has gone wrong here."""
        try:
            function(*arguments)
        except Exception as failure:
            self._failure = self._failure or failure

    def exchange(self, value):
        """Collective. The values of all processes. Raises on all if anything has gone wrong on one."""
        told = self._comm.allgather((self._failure and f"{type(self._failure).__name__}: {self._failure}", value))
        for rank, (failure, _) in enumerate(told):
            if failure:
                raise self._failure or ValueError(f"process {self._comm.rank} had no failure, but process {rank} had: {failure}")
        return [value for _, value in told]

    def agree(self):
        """Collective. As exchange(), where there is nothing to exchange."""
        from mpi4py import MPI
        failures = np.zeros(1, int)
        self._comm.Allreduce(np.array([self._failure is not None], int), failures, op=MPI.SUM)
        if failures[0]:
            self.exchange(None)


def write_together(dataset, path, comm, info, *, is_new, format, encoding, unlimited_dims, region, append_dim):
    """Collective, in few messages: each takes a while to reach all processes."""
    outcome = Outcome(comm)
    variables, attributes, unlimited = outcome.attempt(prepared, dataset, encoding, unlimited_dims) or ({}, {}, [])
    if is_new:
        place = outcome.attempt(_explicit, region or {}, dataset)
        own = outcome.attempt(definition_of, variables, attributes, unlimited, format or DEFAULT_FORMAT, set(encoding or ()), place)
        places, lengths = _shown_by_all(outcome, region, place, own and own.lengths)
        definition = comm.bcast(own, 0)
        outcome.attempt(check_alike, own, definition, dataset.sizes, place)
        outcome.agree()
        definition.make_room(lengths)
        names = list(definition.variables)
        path = behind_link(path)
        file = _made(path, comm, info, format or DEFAULT_FORMAT, definition, covers(places, definition.lengths))
        before = None
    else:
        before = outcome.attempt(FileBefore, path) if append_dim is not None and comm.rank == 0 else None
        place = outcome.attempt(_place_in, path, dataset, variables, region, append_dim)
        places, (names, *_) = _shown_by_all(outcome, region, place, list(variables) if comm.rank == 0 else None)
        if append_dim is not None and places.count(place) != comm.size:
            raise ValueError("append_dim: processes have different numbers of records")
        file = as_stored(ExistingDataset(path, "a", comm=comm, info=info))
        if append_dim is not None:
            _add_records(file, names, place[append_dim])
    guard = None
    if append_dim is not None:  # of a file that process 0 knows, if it is one
        guard = comm.bcast(outcome.attempt(before.guard) if before is not None else None, 0)
    deferred = _write_memory(outcome, names, variables, file, Places(comm, place, is_new, shares=region is None), guard)
    if is_netcdf4(file):  # which nobody else can have open meanwhile
        outcome.take_part(_compute_within, outcome, deferred, file)
        file.close()
    else:
        file.close()
        outcome.attempt(deferred.sync)
    try:
        outcome.agree()
    except BaseException:
        try:
            if before is not None:
                before.restore()
        finally:
            comm.barrier()  # the file is as it was when any process goes on
        raise
    finally:
        if before is not None:
            before.forget()


def _compute_within(outcome, deferred, file):
    """Dask's blocks are written through the file that all have open. Collective."""
    with file.independent():
        outcome.attempt(deferred.sync)


def _shown_by_all(outcome, region, *shown):
    """Collective. For each thing that is shown, a list of what all processes have. All have a region, or none."""
    has_region, *lists = zip(*outcome.exchange((region is not None, *shown)))
    if len(set(has_region)) > 1:
        raise ValueError("region: some processes have one, and others none")
    return lists


def _raise(text):
    raise ValueError(text)


def _place_in(path, dataset, variables, region, append_dim):
    """The part of a file that exists. Each process looks by itself, since each may have other coordinates to look for."""
    with Dataset(path) as file:
        as_stored(file)
        if append_dim is not None:
            place = behind_the_last(append_dim, dataset, file)
        else:
            place = resolved(region or {}, dataset, file)
        check_dimensions(dataset, file, place)
        if place:
            check_variables(variables, file, place)
    return place


def _add_records(file, written, records):
    """Of variables that are not written they have fill values; the last is made, so that no process by itself has to add any.
    Collective."""
    is_record = [one for one in file.variables.values() if one.ndim and one.get_dims()[0].isunlimited() and 0 not in one.shape[1:]]
    to_fill = [] if is_netcdf4(file) else is_record
    for record, variable in itertools.product(range(records.start, records.stop), to_fill):
        if variable.name not in written:
            variable.fill_record(record)
    if records.stop > records.start and is_record:
        file._together(lambda: _jobs_of_last(is_record[0], records.stop) if file._rank == 0 else NOTHING)


def _made(path, comm, info, format, definition, is_covered):
    """A file whose values are all that is missing. Collective."""
    file = Dataset(path, "w", format=format, comm=comm, info=info)
    as_stored(file)
    try:
        in_chunks = is_netcdf4(file)  # where what nobody writes is read as fill values
        definition.make(file, is_filled=not is_covered or in_chunks)
        _make_records(file, definition, is_filled=not is_covered and not in_chunks)
    except Exception:  # the same on all processes
        file.close()
        raise
    return file


def _make_records(file, definition, is_filled):
    """So that no process by itself has to add any. Collective."""
    count = max((definition.lengths[name] for name in definition.unlimited), default=0)
    records = [file[name] for name, (_, dimensions, _) in definition.variables.items()
               if dimensions and dimensions[0] in definition.unlimited and 0 not in file[name].shape[1:]]
    if is_filled:
        for record, variable in itertools.product(range(count), records):
            variable.fill_record(record)
    elif count and records:
        file._together(lambda: _jobs_of_last(records[0], count) if file._rank == 0 else NOTHING)


def _jobs_of_last(variable, count):
    return variable._writes((count - 1, *[0] * (variable.ndim - 1)), variable._conventions().mark)


class Places:
    """Which part of a variable a process writes."""

    def __init__(self, comm, region, is_new, shares):
        """shares: all processes have the same dataset, and each writes a share of each variable."""
        self._comm = comm
        self._region = region
        self._is_new = is_new
        self._shares = shares

    def of(self, variable, stored):
        """What is to be written, a variable, and its index in the file. None if this process has nothing to write."""
        if self._shares:
            return self._share(variable, stored)
        if not set(self._region) & set(variable.dims):
            is_wanted = self._is_new and self._comm.rank == 0  # a file that exists has it as it is here
            return (variable, (slice(None),) * stored.ndim) if is_wanted else None
        return variable, index_of(stored, self._region)

    def _share(self, variable, stored):
        if self._region and not set(self._region) & set(variable.dims):
            return None
        if variable.ndim == 0:
            return (variable, (slice(None),) * stored.ndim) if self._comm.rank == 0 else None
        axis, edges = self._edges(variable)
        name = variable.dims[axis]
        own = slice(edges[self._comm.rank], edges[self._comm.rank + 1])
        begin = self._region[name].start if name in self._region else 0
        place = {**self._region, name: slice(begin + own.start, begin + own.stop)}
        return variable.isel({name: own}), index_of(stored, place)

    def _edges(self, variable):
        """A dimension, and where shares of it begin and end: between dask's blocks, if there are enough of them."""
        size = self._comm.size
        if variable.chunks is not None:
            for axis, blocks in enumerate(variable.chunks):
                if len(blocks) >= size:
                    ends = [0, *itertools.accumulate(blocks)]
                    return axis, [ends[len(blocks) * rank // size] for rank in range(size + 1)]
        axis = next((i for i, length in enumerate(variable.shape) if length >= size), int(np.argmax(variable.shape)))
        return axis, [variable.shape[axis] * rank // size for rank in range(size + 1)]


def _write_memory(outcome, names, variables, file, places, guard):
    """Collective. names: of process 0's variables. guard: of appended records. Returns what dask has to do."""
    writer = ArrayWriter()
    for name in names:
        if name not in file.variables:  # the same on all processes
            outcome.attempt(_raise, f"{file.filepath()!r} has no variable '{name}'")
        else:
            _write_variable(outcome, variables.get(name), file[name], places, writer, guard)
    for name in sorted(set(variables) - set(names)):
        outcome.attempt(_raise, f"variable '{name}' is not there on process 0")
    return writer


def _write_variable(outcome, variable, stored, places, writer, guard):
    file = stored.group()
    if variable is None:
        outcome.attempt(_raise, f"variable '{stored.name}' is on process 0, and not here")
    part = outcome.attempt(places.of, variable, stored)
    encoded = outcome.attempt(alike, part[0], stored.name, stored) if part else None
    jobs = NOTHING
    if encoded is not None and encoded.chunks is not None:
        is_open = is_netcdf4(file)
        target = OpenTarget(lambda: file, stored.name) if is_open else SharedTarget(file.filepath(), stored.name, guard)
        writer.add(encoded.data, target, part[1])
    elif encoded is not None:
        jobs = outcome.attempt(lambda: stored._writes(part[1], encoded.data)) or NOTHING
    # Always, since the others are there.
    outcome.take_part(file._together, lambda: jobs)


def covers(regions, lengths):
    """Whether these have all of a file between them: on a grid whose lines are where any of them begins or ends.

    A dimension of length 0 leaves nothing to cover only where a variable has it, so the others decide.
    """
    names = sorted(name for name in set().union(*regions) if lengths[name])
    lines = [sorted({0, lengths[name], *(edge for region in regions for edge in _edges_of(region, name, lengths))})
             for name in names]
    if np.prod([len(one) for one in lines], dtype=float) > 1e7:
        return False
    grid = np.zeros([len(one) - 1 for one in lines], bool)
    for region in regions:
        grid[tuple(slice(*np.searchsorted(one, _edges_of(region, name, lengths))) for one, name in zip(lines, names))] = True
    return bool(grid.all())


def _edges_of(region, name, lengths):
    return (region[name].start, region[name].stop) if name in region else (0, lengths[name])


def _explicit(region, dataset):
    """Of a file that is made, only the regions say how long its dimensions are."""
    if isinstance(region, str):
        raise ValueError(f"region: {region!r} is for a file that exists")
    for name, part in region.items():
        if name not in dataset.sizes:
            raise ValueError(f"region: the dataset has no dimension '{name}'")
        if not isinstance(part, slice) or part.step not in (None, 1) or part.stop is None or min(part.start or 0, part.stop) < 0:
            raise ValueError(f"region: dimension '{name}' of a new file needs a slice with an end, not {part!r}")
        if part.stop - (part.start or 0) != dataset.sizes[name]:
            raise ValueError(f"region: dimension '{name}' has the length {dataset.sizes[name]} in the dataset, {part!r} has not")
    return {name: slice(part.start or 0, part.stop) for name, part in region.items()}
