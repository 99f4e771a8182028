# SPDX-License-Identifier: BSD-3-Clause
"""The C library, as Python sees it.

There is one build of it for each MPI, and one without: which MPI a program runs on is known when it brings a
communicator. All have the same functions, so that this module is all that knows of the difference. Calls release
Python's lock.
"""

import ctypes
import functools
import os
import pathlib
import re
import threading

from ctypes import POINTER, byref, c_char_p, c_int, c_longlong, c_uint, c_void_p

from ._launch import require_matching_launcher

NO_MPI, OPEN_MPI, MPICH = "serial", "openmpi", "mpich"

_INTS = POINTER(c_int)
_OFFSETS = POINTER(c_longlong)
_TEXTS = POINTER(c_char_p)

# Arguments behind the id of the file, by name of the function.
_SIGNATURES = {
    "close": (), "abort": (), "redef": (), "enddef": (), "sync": (), "begin_indep_data": (), "end_indep_data": (),
    "inq": (c_void_p, c_void_p, c_void_p, c_void_p),
    "inq_format": (_INTS,),
    "def_dim": (c_char_p, c_longlong, _INTS),
    "inq_dim": (c_int, c_char_p, _OFFSETS),
    "rename_dim": (c_int, c_char_p),
    "def_var": (c_char_p, c_int, c_int, c_void_p, _INTS),
    "inq_var": (c_int, c_char_p, _INTS, _INTS, c_void_p, _INTS),
    "inq_varname": (c_int, c_char_p),
    "inq_varnatts": (c_int, _INTS),
    "inq_varoffset": (c_int, _OFFSETS),
    "inq_recsize": (_OFFSETS,),
    "rename_var": (c_int, c_char_p),
    "def_var_fill": (c_int, c_int, c_void_p),
    "inq_var_fill": (c_int, _INTS, c_void_p),
    "fill_var_rec": (c_int, c_longlong),
    "set_fill": (c_int, _INTS),
    "inq_attname": (c_int, c_int, c_char_p),
    "inq_att": (c_int, c_char_p, _INTS, _OFFSETS),
    "del_att": (c_int, c_char_p),
    "rename_att": (c_int, c_char_p, c_char_p),
    "put_att": (c_int, c_char_p, c_int, c_longlong, c_void_p),
    "get_att": (c_int, c_char_p, c_void_p),
    "wait": (c_int, c_void_p, c_void_p),
    "wait_all": (c_int, c_void_p, c_void_p),
    "cancel": (c_int, c_void_p, c_void_p),
}
# The same of functions whose names begin with weft_.
_SIGNATURES_OF_WEFT = {
    "def_var_chunking": (c_int, c_int, c_void_p),
    "def_var_deflate": (c_int, c_int, c_int, c_int),
    "def_var_zstandard": (c_int, c_int),
    "def_var_fletcher32": (c_int, c_int),
    "def_var_quantize": (c_int, c_int, c_int),
    "inq_unlimdims": (_INTS, c_void_p),
    "inq_var_chunking": (c_int, _INTS, c_void_p),
    "inq_var_deflate": (c_int, _INTS, _INTS, _INTS),
    "inq_var_fletcher32": (c_int, _INTS),
    "inq_var_szip": (c_int, _INTS, _INTS),
    "inq_var_zstandard": (c_int, _INTS, _INTS),
    "inq_var_filter_ids": (c_int, _OFFSETS, c_void_p),
    "inq_var_filter_info": (c_int, c_uint, _OFFSETS, c_void_p),
    "inq_var_endian": (c_int, _INTS),
    "inq_var_quantize": (c_int, _INTS, _INTS),
    "inq_var_enum": (c_int, _INTS),
    "inq_var_enum_member": (c_int, c_int, c_char_p, _OFFSETS),
    "inq_var_user_type": (c_int, c_char_p, _INTS),
    "inq_att_user_type": (c_int, c_char_p, c_char_p, _INTS),
    "inq_groups": (_INTS,),
    "inq_group": (c_int, _OFFSETS, c_char_p),
    "get_vars_string": (c_int, c_void_p, c_void_p, c_void_p, _TEXTS),
    "get_att_string": (c_int, c_char_p, _TEXTS),
}
# What data functions are called, by what they move.
MEMORY_NAMES = ("text", "schar", "uchar", "short", "ushort", "int", "uint", "float", "double", "longlong", "ulonglong")


class Library:
    """One build of the C library."""

    def __init__(self, flavour, path):
        self.flavour = flavour
        self.path = path
        if flavour != NO_MPI:
            _show_mpi_of_program()
        self._c = ctypes.CDLL(str(path))
        self._comm_type = c_void_p if flavour == OPEN_MPI else c_int
        self._no_comm = self._comm_type(0)
        self._info_type = {NO_MPI: c_char_p, OPEN_MPI: c_void_p, MPICH: c_int}[flavour]
        self._declare()

    def _function(self, name, arguments, result=c_int):
        function = getattr(self._c, name)
        function.argtypes = arguments
        function.restype = result
        return function

    def _declare(self):
        start = (self._comm_type, c_char_p, c_int, self._info_type, _INTS)
        self._create = self._function("ncmpi_create", start)
        self._open = self._function("ncmpi_open", start)
        self._strerror = self._function("ncmpi_strerror", (c_int,), c_char_p)
        self._strerrno = self._function("ncmpi_strerrno", (c_int,), c_char_p)
        self._version = self._function("ncmpi_inq_libvers", (), c_char_p)
        self._last_error = self._function("weft_last_error", (c_int,), c_char_p)
        self._report = self._function("weft_report", (c_int, c_char_p, ctypes.c_size_t), ctypes.c_long)
        for name, arguments in _SIGNATURES.items():
            setattr(self, name, self._function("ncmpi_" + name, (c_int, *arguments)))
        for name, arguments in _SIGNATURES_OF_WEFT.items():
            setattr(self, name, self._function("weft_" + name, (c_int, *arguments)))
        self.free_strings = self._function("weft_free_strings", (c_longlong, _TEXTS))
        block = (c_int, c_int, c_void_p, c_void_p, c_void_p, c_void_p)  # file, variable, start, count, stride, values
        self._move = {}
        for memory in MEMORY_NAMES:
            for direction in ("put", "get"):
                blocking = f"{direction}_vars_{memory}"
                self._move[direction, memory, "independent"] = self._function("ncmpi_" + blocking, block)
                self._move[direction, memory, "collective"] = self._function(f"ncmpi_{blocking}_all", block)
                self._move[direction, memory, "posted"] = self._function("ncmpi_i" + blocking, (*block, _INTS))

    def create(self, comm, path, mode, info):
        return self._start(self._create, comm, path, mode, info)

    def open(self, comm, path, mode, info):
        return self._start(self._open, comm, path, mode, info)

    def _start(self, function, comm, path, mode, info):
        """The error code, and the file's id."""
        file = c_int(-1)
        handle = self._no_comm if comm is None else self._handle(comm, self._comm_type)
        code = function(handle, os.fsencode(path), mode, self._info(info), byref(file))
        return code, file.value

    @staticmethod
    def _handle(of_mpi4py, its_type):
        """What a communicator or an info of mpi4py stands for."""
        from mpi4py import MPI
        return its_type.from_address(MPI._addressof(of_mpi4py))

    def _info(self, info):
        if self.flavour == NO_MPI:
            return None if info is None else ";".join(f"{key}={value}" for key, value in info.items()).encode()
        from mpi4py import MPI
        return self._handle(MPI.INFO_NULL if info is None else info, self._info_type)

    def move(self, direction, memory, mode):
        """The function that puts or gets a block of values: ncmpi_[i](put|get)_vars_MEMORY[_all]."""
        return self._move[direction, memory, mode]

    def version(self):
        return self._version().decode()

    def sentence(self, code):
        return self._strerror(code).decode()

    def name_of(self, code):
        return self._strerrno(code).decode()

    def last_error(self, file):
        return (self._last_error(file) or b"").decode(errors="replace")

    def report(self, file):
        length = self._report(file, None, 0)
        text = ctypes.create_string_buffer(max(length, 0) + 1)
        self._report(file, text, len(text))
        return text.value.decode()


def in_one_turn(method):
    """Of a dataset, or of what belongs to one: a file is in the hands of one thread at a time, so whatever calls the library
    is in a method like this, or is called by one."""
    @functools.wraps(method)
    def whole(self, *arguments, **named):
        with self._dataset._turn:
            return method(self, *arguments, **named)
    return whole


def defining(method):
    """In one turn, too, of what changes a definition, which may end by itself (MovesData._settle())."""
    @functools.wraps(method)
    def whole(self, *arguments, **named):
        with self._dataset._turn:
            result = method(self, *arguments, **named)
            self._dataset._settle()
            return result
    return whole


_lock = threading.Lock()
_loaded: dict = {}  # by flavour


def library_for(comm):
    """The build for the MPI of a communicator of mpi4py's, or for a program of one process (None)."""
    flavour = NO_MPI if comm is None else _flavour_of_mpi4py()
    if flavour not in _loaded:
        with _lock:
            if flavour not in _loaded:
                _loaded[flavour] = Library(flavour, _find(flavour))
    return _loaded[flavour]


def _flavour_of_mpi4py():
    from mpi4py import MPI
    require_matching_launcher(MPI.COMM_WORLD.Get_size(), MPI.Get_library_version())
    vendor = MPI.get_vendor()[0]
    if vendor == "Open MPI":
        return OPEN_MPI
    if "MPICH" in MPI.Get_library_version():
        return MPICH
    raise ImportError(f"mpi4py runs on {MPI.Get_library_version().splitlines()[0]!r}; weftnc knows Open MPI and MPICH, and "
                      "those that have MPICH's binary interface")


def _show_mpi_of_program():
    """Lets libraries that are opened later find the functions of the MPI library that mpi4py has opened: the package is linked
    to none, because files of the same MPI have other names elsewhere."""
    with open("/proc/self/maps") as maps:
        opened = {line.split(maxsplit=5)[-1].strip() for line in maps if "/" in line}
    for path in sorted(opened):
        if re.match(r"lib(mpi|mpich)[-.\w]*\.so", os.path.basename(path)):
            ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)


def _find(flavour):
    """In the package; or where WEFT_LIBRARIES says, a list such as "serial=PATH:openmpi=PATH"."""
    elsewhere = dict(one.split("=", 1) for one in os.environ.get("WEFT_LIBRARIES", "").split(os.pathsep) if "=" in one)
    path = pathlib.Path(elsewhere.get(flavour) or pathlib.Path(__file__).parent / "lib" / f"libweft_{flavour}.so")
    if not path.exists():
        raise ImportError(f"this installation of weftnc has no library for {flavour}: {path} does not exist")
    return path


def getlibversion():
    """Which library it is that reads and writes, and of when."""
    return library_for(None).version()
