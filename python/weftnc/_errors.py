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
    """A file could not be made, opened, read or written, or has not what is asked of it; with errno, strerror and filename,
    where it is a file's: the system's number, or the code of the library, which is negative."""

    def __init__(self, text, **facts):
        filename, sentence = facts.pop("filename", None), facts.pop("sentence", None)
        Error.__init__(self, text, **facts)
        self.errno = facts.get("code") or None
        self.strerror = sentence
        self.filename = filename

    def __str__(self):
        return str(self.args[0])


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class DeniedFileError(FileError, PermissionError):
    """The system does not let this user do that to the file."""


class ReadOnlyAttributeError(Error, AttributeError):
    """An attribute was to be changed in a file that was opened for reading."""


class JoinError(FileError, ValueError):
    """Files are not parts of one, as an MFDataset is of some."""


class UnreadableTypeError(Error, TypeError):
    """Values in a netCDF-4 file have a type for which numpy has nothing simple: a compound one, say."""


class IncompleteFileWarning(UserWarning):
    """A file ends before its data: what is missing is read as zeros."""


class OutOfRangeError(Error, OverflowError):
    """A value does not fit the type that it is converted to. All values that fit have been moved."""


class IndexingError(IndexError, ValueError):
    """An index does not choose places of a variable, or not as many as there are values: netCDF4-python raises the one or the
    other for mistakes of this kind."""


_NO_FILE = ("NC_ENOENT", "ENOENT")
_DENIED = ("NC_EPERM", "NC_EACCESS")
_OF_FILES = ("NC_EEXIST", "NC_ENOTNC", "NC_EFILE", "NC_EBAD_FILE", "NC_EREAD", "NC_EWRITE", "NC_ENO_SPACE", "NC_EQUOTA", "NC_EIO")
# By the codes of netCDF, which may stand for one of the system.
_SYSTEMS = {"NC_ENOENT": errno.ENOENT, "NC_EACCESS": errno.EACCES}


def raise_for(library, code, *, file=-1, rank=0, ranks=1, where="", path=None):
    """Raises the exception for a code of the library that is no success. path: of a file that could not be opened for it."""
    if code == 0:
        return
    name = library.name_of(code)
    sentence = library.sentence(code)
    detail = library.last_error(file)
    text = f"{where}: " if where else ""
    if ranks > 1:
        text = f"rank {rank}: {text}"
    elif detail.startswith("rank 0: "):
        detail = detail[len("rank 0: "):]
    text += f"{sentence} ({detail})" if detail else sentence
    facts = {"code": code, "name": name, "rank": rank, "where": where}
    if name == "NC_ERANGE":
        raise OutOfRangeError(text, **facts)
    kind = _kind_of_file_error(code, name, path)
    if kind is None:
        raise Error(text, **facts)
    failure = kind(text, **facts, filename=path, sentence=sentence)
    failure.errno = _SYSTEMS.get(name, code)
    raise failure


def _kind_of_file_error(code, name, path):
    if name in _NO_FILE or code == errno.ENOENT:
        return MissingFileError
    if name in _DENIED or code in (errno.EACCES, errno.EPERM):
        return DeniedFileError
    return FileError if code > 0 or name in _OF_FILES or path is not None else None
