# SPDX-License-Identifier: BSD-3-Clause
"""Datasets: a file with dimensions, variables and attributes."""

import contextlib
import os
from ctypes import byref, c_int, c_longlong, create_string_buffer

from ._attributes import LONGEST_NAME, HasAttributes, as_name, kept_by
from ._dimension import Dimension
from ._errors import Error, FileError, raise_for
from ._habits import STORAGE_OPTIONS, DatasetHabits
from ._html import Report, html_of
from ._library import Turns, in_one_turn, library_for
from ._transfers import MovesData
from ._types import BY_NUMBER, external_type_of
from ._variable import Description, Variable

# Flags of ncmpi_create and ncmpi_open.
_WRITE, _NO_CLOBBER = 0x0001, 0x0004
_FORMATS = {"NETCDF3_CLASSIC": 0x0000, "NETCDF3_64BIT_OFFSET": 0x0200, "NETCDF3_64BIT_DATA": 0x0020}
_ALIASES = {"NETCDF3_64BIT": "NETCDF3_64BIT_OFFSET"}
_NAME_OF_VERSION = {1: "NETCDF3_CLASSIC", 2: "NETCDF3_64BIT_OFFSET", 5: "NETCDF3_64BIT_DATA"}
_GLOBAL = -1
_UNLIMITED = 0


class Dataset(HasAttributes, MovesData, DatasetHabits):
    """A file of named arrays, made or opened.

    filename: a path; format files (CDF-1, CDF-2, CDF-5) are read whatever their version.
    mode: "r" reads; "w" makes the file anew; "x" makes it and fails if there is one; "a" and "r+" change one that exists.
    format: of a new file, "NETCDF3_64BIT_DATA" (CDF-5: all types, no limits) unless "NETCDF3_CLASSIC" or
    "NETCDF3_64BIT_OFFSET" is asked for.
    comm: a communicator of mpi4py; all its processes open the file together. info: hints, a dictionary or an MPI.Info.

    Making dimensions, variables and attributes, and opening, sync() and close(), are collective over `comm`. FileError,
    MissingFileError or Error on every process if the file cannot be opened.
    """

    def __init__(self, filename, mode="r", *, clobber=True, format="NETCDF3_64BIT_DATA", comm=None, info=None):
        path = os.fspath(filename)
        # Not by setattr(): programs may open very many files.
        kept_by(self).update(
            _id=-1, _dataset=self, _number=_GLOBAL, _path=path, _where=f"'{path}'", _comm=comm, _rank=0, _ranks=1, _mode=mode,
            _seen_as={"_mask": True, "_scale": True, "_always_mask": True, "_chartostring": True},  # what variables begin with
            _fills=True, _is_independent=False, _posted={}, _dimensions={}, _variables={})
        if comm is not None:
            self._join(comm)
        self._library = Turns(library_for(comm))
        self._start(mode, clobber, _ALIASES.get(format, format), self._info_of(info))
        if mode not in ("w", "x"):
            self._take_stock()

    def _join(self, comm):
        if not hasattr(comm, "Get_rank"):
            raise TypeError(f"{self._where}: comm is a communicator of mpi4py, not {comm!r}")
        self._rank = comm.Get_rank()
        self._ranks = comm.Get_size()

    def _info_of(self, info):
        if info is None or self._comm is None or not isinstance(info, dict):
            return info
        from mpi4py import MPI
        made = MPI.Info.Create()
        for key, value in info.items():
            made.Set(key, str(value))
        return made

    def _start(self, mode, clobber, format, info):
        if mode in ("w", "x"):
            if format not in _FORMATS:
                raise ValueError(f"'{self._path}': {format!r} is no format that can be written; {', '.join(_FORMATS)} are")
            flags = _FORMATS[format] | (_NO_CLOBBER if mode == "x" or not clobber else 0)
            code, file = self._library.create(self._comm, self._path, flags, info)
            self._in_definition = True
        elif mode in ("r", "a", "r+"):
            code, file = self._library.open(self._comm, self._path, 0 if mode == "r" else _WRITE, info)
            self._in_definition = False
        else:
            raise ValueError(f"'{self._path}': {mode!r} is no mode; 'r', 'w', 'x', 'a' and 'r+' are")
        self._check(code, self._where)
        self._id = file

    def _take_stock(self):
        """Of what the file defines. Variables are looked at when they are asked for."""
        dimensions, variables, _, unlimited = self._counts()
        name, length = create_string_buffer(LONGEST_NAME), c_longlong()
        library, file = self._library.behind, self._id
        for number in range(dimensions):
            self._check(library.inq_dim(file, number, name, byref(length)), self._where)
            dimension = Dimension(self, number, name.value.decode(), number == unlimited, length.value)
            self._dimensions[dimension.name] = dimension
        for number in range(variables):
            self._add_variable(number, name)

    def _add_variable(self, number, name):
        """name: room for it. Without waiting for a turn: nobody else uses a file that is being opened or defined."""
        code = self._library.behind.inq_varname(self._id, number, name)
        if code:
            self._check(code, self._where)
        known_as = name.value.decode()
        variable = self._variables[known_as] = Variable(self, number, known_as, self._seen_as)
        return variable

    def _counts(self):
        numbers = [c_int() for _ in range(4)]
        self._check(self._library.inq(self._open_id(), *(byref(number) for number in numbers)), self._where)
        return [number.value for number in numbers]

    def _describe_variable(self, number):
        kind, rank = c_int(), c_int()
        file = self._open_id()
        self._check(self._library.inq_var(file, number, None, byref(kind), byref(rank), None, None), self._where)
        numbers = (c_int * max(1, rank.value))()
        self._check(self._library.inq_var(file, number, None, None, None, numbers, None), self._where)
        dimensions = list(self._dimensions.values())
        return Description(BY_NUMBER[kind.value], [dimensions[one] for one in numbers[:rank.value]])

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
        """A variable. IndexError if there is none."""
        try:
            return self._variables[name]
        except KeyError:
            raise IndexError(f"{self._where} has no variable {name!r}") from None

    @property
    def data_model(self):
        """The format of the file, as netCDF4-python calls it."""
        version = c_int()
        self._check(self._library.inq_format(self._open_id(), byref(version)), self._where)
        return _NAME_OF_VERSION[version.value]

    file_format = data_model

    def filepath(self):
        """The path that it was opened with."""
        return self._path

    def isopen(self):
        """Whether it has not been closed."""
        return self._id >= 0

    def __repr__(self):
        if not self.isopen():
            return f"<weft.Dataset {self._where}, closed>"
        sizes = ", ".join(f"{name}: {len(dimension)}" for name, dimension in self._dimensions.items())
        lines = [f"<weft.Dataset {self._where} ({self.data_model})>", f"    dimensions: {sizes}"]
        lines += [f"    {variable!r}" for variable in self._variables.values()]
        return "\n".join(lines)

    def _repr_html_(self):
        return html_of(self)

    # Definitions.

    @in_one_turn
    def createDimension(self, dimname, size=None):
        """Makes a dimension; without a size, or with 0, the unlimited one. Collective. Returns it."""
        self._define()
        number = c_int()
        where = f"dimension '{dimname}'"
        size = _UNLIMITED if size is None else int(size)
        self._check(self._library.def_dim(self._open_id(), as_name(dimname), size, byref(number)), where)
        self._dimensions[dimname] = Dimension(self, number.value, dimname, size == _UNLIMITED, size)
        return self._dimensions[dimname]

    @in_one_turn
    def createVariable(self, varname, datatype, dimensions=(), *, fill_value=None, **storage):
        """Makes a variable. Collective. Returns it.

        datatype: of numpy, or a word of netCDF4-python's: "f8", "S1", numpy.int32 ...; dimensions: names or Dimensions,
        the unlimited one first. fill_value: what stands for a missing value (the attribute _FillValue); unless it is
        False, places that nobody writes have it, or the type's default value. storage: options of netCDF-4 files (zlib,
        chunksizes ...), which make no difference here.
        """
        unknown = sorted(set(storage) - STORAGE_OPTIONS)
        if unknown:
            raise TypeError(f"createVariable() of '{varname}' has no argument {unknown[0]!r}")
        self._define()
        external = external_type_of(datatype)
        if isinstance(dimensions, (str, Dimension)):
            dimensions = (dimensions,)
        names = [one.name if isinstance(one, Dimension) else one for one in dimensions]
        for name in names:
            if name not in self._dimensions:
                raise ValueError(f"variable '{varname}': there is no dimension '{name}'")
        where = f"variable '{varname}'"
        numbers = (c_int * max(1, len(names)))(*(self._dimensions[name]._number for name in names))
        number = c_int()
        self._check(self._library.def_var(self._open_id(), as_name(varname), external.number, len(names), numbers,
                                          byref(number)), where)
        variable = self._add_variable(number.value, create_string_buffer(LONGEST_NAME))
        without = fill_value is False or fill_value is None and not self._fills
        variable._fills = not without
        self._check(self._library.def_var_fill(self._id, number.value, int(without), None), where)
        if fill_value is not None and fill_value is not False:
            variable.setncattr("_FillValue", fill_value)
        return variable

    @in_one_turn
    def renameDimension(self, oldname, newname):
        """Collective."""
        self._define()
        dimension = self._dimensions[oldname]
        self._check(self._library.rename_dim(self._open_id(), dimension._number, as_name(newname)), f"dimension '{oldname}'")
        dimension.name = newname
        self._dimensions = {one.name: one for one in self._dimensions.values()}

    @in_one_turn
    def renameVariable(self, oldname, newname):
        """Collective."""
        self._define()
        variable = self._variables[oldname]
        self._check(self._library.rename_var(self._open_id(), variable._number, as_name(newname)), f"variable '{oldname}'")
        variable._name = newname
        variable._where = f"variable '{newname}'"
        self._variables = {one.name: one for one in self._variables.values()}

    # Modes.

    def _require_writable(self):
        if self._mode == "r":
            raise FileError(f"{self._where} was opened for reading (mode 'r')", where=self._where)

    def _define(self):
        self._require_writable()
        file = self._open_id()
        if not self._in_definition:
            self._leave_independent()
            self._check(self._library.redef(file), self._where)
            self._in_definition = True

    @in_one_turn
    def sync(self):
        """What has been written is with the storage, on all processes. Collective."""
        self._check(self._library.sync(self._transfer()), self._where)

    def report(self):
        """What Weft's engine did to this file on this process, as text: calls, bytes, methods and why. Not collective."""
        return Report(self._library.report(self._open_id()))

    # The end.

    @in_one_turn
    def close(self):
        """Collective. Closing a closed dataset does nothing."""
        if not self.isopen():
            return
        file, self._id = self._id, -1
        code = self._library.close(file)
        raise_for(self._library, code, file=-1, rank=self._rank, ranks=self._ranks, where=self._where)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.close()
        elif self._ranks == 1:  # of several, the others may be elsewhere: to close is to wait for them
            with contextlib.suppress(Error):
                self.close()

    def __del__(self):
        if getattr(self, "_id", -1) >= 0 and self._ranks == 1:
            with contextlib.suppress(Exception):
                self.close()

    def __reduce__(self):
        if self._mode != "r" or self._comm is not None:
            raise TypeError(f"{self._where}: only datasets that one process has opened for reading can be pickled")
        return (Dataset, (self._path,))

    def _open_id(self):
        if self._id < 0:
            raise FileError(f"{self._where} is closed", where=self._where)
        return self._id

    def _check(self, code, where):
        raise_for(self._library, code, file=self._id, rank=self._rank, ranks=self._ranks, where=where)
