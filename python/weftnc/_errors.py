# SPDX-License-Identifier: BSD-3-Clause
"""Failures of the library as exceptions."""

import errno


class Error(RuntimeError):
    """A call of the library has failed.

    code: the library's (a negative number of pnetcdf.h, or an errno); name: its name there ("NC_ERANGE"); rank: of the
    process that says so, 0 without MPI; where: the file, or the variable, of the call.
    """

    def __init__(self, text, code=0, name="", rank=0, where=""):
        super().__init__(text)
        self.code = code
        self.name = name
        self.rank = rank
        self.where = where


class FileError(Error, OSError):
    """A file could not be made, opened, read or written; with the errno where the system has given one."""

    def __init__(self, text, **facts):
        Error.__init__(self, text, **facts)
        self.errno = facts.get("code") if facts.get("code", 0) > 0 else None

    def __str__(self):
        return str(self.args[0])


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class OutOfRangeError(Error, OverflowError):
    """A value does not fit the type that it is converted to. All values that fit have been moved."""


class IndexingError(IndexError, ValueError):
    """An index does not choose places of a variable, or not as many as there are values: netCDF4-python raises the one or the
    other for mistakes of this kind."""


_NO_FILE = ("NC_ENOENT", "ENOENT")
_OF_FILES = ("NC_EEXIST", "NC_EPERM", "NC_EACCESS", "NC_ENOTNC", "NC_EFILE", "NC_EBAD_FILE", "NC_EREAD", "NC_EWRITE",
             "NC_ENO_SPACE", "NC_EQUOTA", "NC_EIO")


def raise_for(library, code, *, file=-1, rank=0, ranks=1, where=""):
    """Raises the exception for a code of the library that is no success."""
    if code == 0:
        return
    name = library.name_of(code)
    sentence = library.last_error(file)
    text = f"{where}: " if where else ""
    text += library.sentence(code)
    if sentence:
        text += f" ({sentence})"
    if ranks > 1:
        text = f"rank {rank}: {text}"
    facts = {"code": code, "name": name, "rank": rank, "where": where}
    if name in _NO_FILE or code == errno.ENOENT:
        raise MissingFileError(text, **facts)
    if name == "NC_ERANGE":
        raise OutOfRangeError(text, **facts)
    if code > 0 or name in _OF_FILES:
        raise FileError(text, **facts)
    raise Error(text, **facts)
