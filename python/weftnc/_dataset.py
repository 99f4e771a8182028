# SPDX-License-Identifier: BSD-3-Clause
"""Datasets: a file with dimensions, variables and attributes."""

import contextlib
import os
import threading
from ctypes import addressof, byref, c_int, c_longlong, sizeof

from ._absent import LacksGroups
from ._attributes import HasAttributes, RoomForName, kept_by
from ._cdl import HasText
from ._complete import warn_if_incomplete
from ._definitions import HasDefinitions
from ._dimension import Dimension
from ._errors import Error, FileError, raise_for
from ._following import waited
from ._foreign import enumeration_of, is_enumeration, type_of
from ._habits import DatasetHabits
from ._html import Report, html_of
from ._library import in_one_turn, library_for
from ._place import place_of
from ._presentable import presentable_name
from ._transfers import MovesData
from ._variable import Description, Variable

# By what they are to netCDF4-python, whose files are unbuffered where an "s" says so.
_MODES = {"r": "r", "rs": "r", "w": "w", "ws": "w", "x": "x", "xs": "x", "a": "a", "as": "a", "r+": "a", "r+s": "a"}
# Flags of ncmpi_create and ncmpi_open.
_WRITE, _NO_CLOBBER = 0x0001, 0x0004
_FORMATS = {"NETCDF3_CLASSIC": 0x0000, "NETCDF3_64BIT_OFFSET": 0x0200, "NETCDF3_64BIT_DATA": 0x0020, "NETCDF4": 0x1000,
            "NETCDF4_CLASSIC": 0x1100}
_ALIASES = {"NETCDF3_64BIT": "NETCDF3_64BIT_OFFSET"}
_NAME_OF_VERSION = {1: "NETCDF3_CLASSIC", 2: "NETCDF3_64BIT_OFFSET", 3: "NETCDF4", 4: "NETCDF4_CLASSIC", 5: "NETCDF3_64BIT_DATA"}
_WITH_GROUPS = ("NETCDF4", "NETCDF4_CLASSIC")
_GLOBAL = -1
_FourInts = c_int * 4
_INT_BYTES = sizeof(c_int)


def _all_processes(path):
    try:
        from mpi4py import MPI
    except ImportError as failure:
        raise ImportError(f"'{presentable_name(path)}': parallel needs mpi4py, which cannot be imported: {failure}") from None
    return MPI.COMM_WORLD


class Dataset(HasAttributes, HasDefinitions, MovesData, DatasetHabits, HasText, LacksGroups):
    """A file of named arrays, made or opened.

    filename: a path; files (CDF-1, CDF-2, CDF-5, netCDF-4) are opened whatever their format.
    mode: "r" reads; "w" makes the file anew; "x" makes it and fails if there is one; "a" and "r+" change it, or make it if there is
    none. An "s" behind these ("rs", "as") makes no difference.
    format: of a new file, "NETCDF3_64BIT_DATA" (CDF-5: all types, no limits) unless "NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET",
    "NETCDF4" (compressed, in chunks) or "NETCDF4_CLASSIC" (that, for readers of the classic model) is asked for.
    comm: a communicator of mpi4py; all its processes open the file together. info: hints, a dictionary or an MPI.Info.

    The others are netCDF4-python's. parallel: by all processes of `comm`, or of MPI.COMM_WORLD; each reads and writes by itself,
    but variables for which set_collective(True) was called. memory: bytes that are the file, to be read or changed; or, of
    a new file, its size: close() returns what it then is. diskless: changes are not kept; unless persist says so.
    encoding: of the file's name. keepweakref makes no difference; auto_complex must be False.

    Making dimensions, variables and attributes, and opening, sync() and close(), are collective over `comm`. FileError,
    MissingFileError or another of its kind on every process if the file cannot be opened. An IncompleteFileWarning says that
    a file ends before its data.
    """

    # As they are of most.
    _id = -1
    _number = _GLOBAL
    _rank, _ranks = 0, 1
    _fills = True
    _is_independent = False
    _is_netcdf4 = False
    _makes_missing = True  # where it is opened to be changed

    def __init__(self, filename, mode="r", clobber=True, format="NETCDF3_64BIT_DATA", diskless=False, persist=False,
                 keepweakref=False, memory=None, encoding=None, parallel=False, comm=None, info=None, auto_complex=False):
        path = os.fspath(filename)
        if auto_complex:
            raise ValueError(f"'{presentable_name(path)}': auto_complex needs compound types, which are not read")
        if parallel and comm is None:
            comm = _all_processes(path)
        # Not by setattr(): programs may open very many files.
        kept_by(self).update(
            _dataset=self, _path=path, _where=f"'{presentable_name(path)}'", _comm=comm, _mode=_MODES.get(mode), _in_definition=False,
            _seen_as={"_mask": True, "_scale": True, "_always_mask": True, "_chartostring": True},  # what variables begin with
            _posted={}, _dimensions={}, _variables={}, _turn=threading.RLock(), _library=library_for(comm),
            keepweakref=bool(keepweakref), _each_by_itself=bool(parallel))
        self._require_mode(mode)
        if comm is not None:
            self._join(comm)
            if memory is not None or diskless and not persist:
                raise ValueError(f"{self._where}: a file in memory belongs to one process and cannot have a comm")
        kept_by(self)["_place"] = place_of(path, self._mode, memory=memory, is_diskless=diskless and not persist, encoding=encoding)
        try:
            self._start(clobber, format, None if info is None else self._info_of(info))
        except BaseException:
            self._place.leave()
            raise
        if self.data_model in _WITH_GROUPS:
            from ._groups import take_stock_of_groups  # whose groups are datasets
            take_stock_of_groups(self)
        elif not self._in_definition:
            self._take_stock()
        if not self._in_definition:
            if self._rank == 0 and not self._is_netcdf4:
                warn_if_incomplete(self, self._place.path)
        if parallel:
            self._settle()

    def _require_mode(self, asked):
        if self._mode is None:
            raise ValueError(f"'{presentable_name(self._path)}': {asked!r} is not a mode; use 'r', 'w', 'x', 'a' or 'r+'")

    def _join(self, comm):
        if not hasattr(comm, "Get_rank"):
            raise TypeError(f"{self._where}: comm must be a communicator of mpi4py, not {comm!r}")
        self._rank = comm.Get_rank()
        self._ranks = comm.Get_size()

    def _info_of(self, info):
        if self._comm is None or not isinstance(info, dict):
            return info
        from mpi4py import MPI
        made = MPI.Info.Create()
        for key, value in info.items():
            made.Set(key, str(value))
        return made

    def _start(self, clobber, format, info):
        mode = self._mode
        is_new = mode in "wx"
        if not is_new:
            code, file = self._library.open(self._comm, self._place.path, 0 if mode == "r" else _WRITE, info)
            # All processes hear that there is none; one that others make meanwhile is kept.
            is_new = code != 0 and mode == "a" and self._makes_missing and self._library.name_of(code) == "NC_ENOENT"
        if is_new:
            flags = self._flags_of(format) | (0 if mode == "w" and clobber else _NO_CLOBBER)
            code, file = self._library.create(self._comm, self._place.path, flags, info)
            self._in_definition = code == 0
        if code:
            raise_for(self._library, code, rank=self._rank, ranks=self._ranks, where=self._where, path=presentable_name(self._path))
        self._id = file

    def _flags_of(self, format):
        format = _ALIASES.get(format, format)
        if format not in _FORMATS:
            raise ValueError(f"'{presentable_name(self._path)}': {format!r} is not a format that can be written; use one of {', '.join(_FORMATS)}")
        return _FORMATS[format]

    def _take_stock(self):
        """Of what the file defines. Variables are looked at when they are asked for."""
        dimensions, variables, _, unlimited = self._counts()
        name, length = RoomForName(), c_longlong()
        for number in range(dimensions):
            code = self._library.inq_dim(self._id, number, name, byref(length))
            if code:
                self._check(code, self._where)
            known_as = name.value.decode()
            self._dimensions[known_as] = Dimension(self, number, known_as, number == unlimited, length.value)
        for number in range(variables):
            self._add_variable(number, name)

    def _add_variable(self, number, name):
        """name: room for it."""
        code = self._library.inq_varname(self._id, number, name)
        if code:
            self._check(code, self._where)
        known_as = name.value.decode()
        variable = self._variables[known_as] = Variable(self, number, known_as, self._seen_as)
        return variable

    def _counts(self):
        """Of dimensions, variables and attributes, and which dimension is unlimited."""
        numbers = _FourInts()
        at = addressof(numbers)
        code = self._library.inq(self._open_id(), at, at + _INT_BYTES, at + 2 * _INT_BYTES, at + 3 * _INT_BYTES)
        if code:
            self._check(code, self._where)
        return numbers

    @in_one_turn
    def _describe_variable(self, number, where):
        kind, rank = c_int(), c_int()
        file = self._open_id()
        self._check(self._library.inq_var(file, number, None, byref(kind), byref(rank), None, None), self._where)
        numbers = (c_int * max(1, rank.value))()
        self._check(self._library.inq_var(file, number, None, None, None, numbers, None), self._where)
        every = self._all_dimensions if self._is_netcdf4 else list(self._dimensions.values())
        dimensions = [every[one] for one in numbers[:rank.value]]
        external = type_of(kind.value, lambda: self._user_type(number, where), where)
        if not is_enumeration(kind.value, external):
            return Description(external, dimensions)
        name = self._user_type(number, where)[0].decode(errors="replace")
        return Description(external, dimensions, enumeration_of(self, number, where, name, external.dtype))

    def _user_type(self, number, where):
        """What a type that classic files lack is called, and the number of the type of its integers."""
        name, base = RoomForName(), c_int()
        self._check(self._library.inq_var_user_type(self._open_id(), number, name, byref(base)), where)
        return name.value, base.value

    def _attribute_count(self):
        return self._counts()[2]

    # What it is.

    @property
    def dimensions(self):
        """Its dimensions by name."""
        return self._dimensions

    @property
    def variables(self):
        """Its variables by name."""
        return self._variables

    def __getitem__(self, name):
        """A variable or a group, by its name or by its path ("/name", "group/name"). IndexError if there is none."""
        found = self._variables.get(name) if isinstance(name, str) else None
        if found is None and self._is_of_groups(name):
            return self._by_path(name)
        if found is None:
            found = self._variables.get(self._own_name(name))
        if found is None:
            raise IndexError(f"{self._where} has no variable {name!r}")
        return found

    def _is_of_groups(self, name):
        return self._dataset._is_netcdf4 and isinstance(name, str)

    def _by_path(self, path):
        """Of a netCDF-4 file."""
        names = [name for name in path.split("/") if name not in ("", ".")]
        found = self
        for name in names[:-1]:
            if name not in found.groups:
                raise KeyError(f"{found._where} has no group {name!r}")
            found = found.groups[name]
        if not names:
            return found
        if names[-1] not in found.groups and names[-1] not in found._variables:
            raise IndexError(f"{found._where} has no variable or group {names[-1]!r}")
        return found.groups.get(names[-1]) or found._variables[names[-1]]

    @property
    @in_one_turn
    def data_model(self):
        """The format of the file, as netCDF4-python calls it."""
        version = c_int()
        self._check(self._library.inq_format(self._open_id(), byref(version)), self._where)
        return _NAME_OF_VERSION[version.value]

    @property
    def file_format(self):
        """data_model."""
        return self.data_model

    def filepath(self, encoding=None):
        """The path that it was opened with."""
        return self._path

    def isopen(self):
        """Whether it has not been closed."""
        return self._id >= 0

    def __repr__(self):
        if not self.isopen():
            return f"<weftnc.Dataset {self._where}, closed>"
        sizes = ", ".join(f"{name}: {len(dimension)}" for name, dimension in self._dimensions.items())
        lines = [f"<weftnc.Dataset {self._where} ({self.data_model})>", *self._attribute_lines(), f"    dimensions: {sizes}"]
        lines += [f"    {variable._title}" for variable in self._variables.values()]
        lines += [f"    groups: {', '.join(self.groups)}"] if self.groups else []
        return "\n".join(lines)

    def _repr_html_(self):
        return html_of(self)

    @in_one_turn
    def sync(self):
        """What has been written is with the storage, on all processes, and the records that other programs have added to the
        file by then are known. Collective."""
        self._check(self._library.sync(self._transfer()), self._where)

    def wait_for_records(self, records=None, timeout=None, dimension=None):
        """Waits until another program has added records to the file, and returns how many there are then.

        records: how many there must be at least; by default one more than this process knows. timeout: seconds, after which
        it returns the number that there is; by default it waits for ever. dimension: the unlimited one, or its name; by
        default that of the file. A record is seen a few milliseconds after the program that writes it has called sync().
        Collective; all processes return the same number. ValueError if the file has no records; FileError for a netCDF-4
        file, which is read as it was when it was opened.
        """
        return waited(self, records, timeout, dimension)

    @in_one_turn
    def report(self):
        """What Weft's engine did to this file on this process, as text: calls, bytes, methods and why. Not collective."""
        return Report(self._library.report(self._open_id()))

    # The end.

    @in_one_turn
    def close(self):
        """Collective. Closing a closed dataset does nothing. Returns what the file holds, as a memoryview, if it was made or
        changed in memory."""
        if not self.isopen():
            return None
        file, self._id = self._id, -1
        code = self._library.close(file)
        content = self._place.leave()
        if code:
            raise_for(self._library, code, file=-1, rank=self._rank, ranks=self._ranks, where=self._where)
        return content

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.close()
        elif self._ranks == 1:  # of several, the others may be elsewhere: to close is to wait for them
            with contextlib.suppress(Error):
                self.close()

    def __del__(self):
        if self._id >= 0 and self._ranks == 1:
            with contextlib.suppress(Exception):
                self.close()

    def __reduce__(self):
        if self._mode != "r" or self._comm is not None or not self._place.is_lasting:
            raise TypeError(f"{self._where}: only datasets that one process has opened for reading can be pickled")
        return (Dataset, (self._path,))

    def _open_id(self):
        if self._id < 0:
            raise FileError(f"{self._where} is closed", where=self._where)
        return self._id

    def _check(self, code, where):
        raise_for(self._library, code, file=self._id, rank=self._rank, ranks=self._ranks, where=where)
