# SPDX-License-Identifier: BSD-3-Clause
"""What netCDF4-python has for netCDF-4 files only, so that programs that name it run, and what asks for it is told so. These
files are read, and not written."""

from ._errors import Error

_chunk_cache = [16777216, 4133, 0.75]


def get_chunk_cache():
    """(size, nelems, preemption), as set. It makes no difference: chunks of netCDF-4 files are kept by rules of the library's own,
    and classic files have none."""
    return tuple(_chunk_cache)


def set_chunk_cache(size=None, nelems=None, preemption=None):
    """What get_chunk_cache() returns from now on; makes no difference."""
    for at, value in enumerate((size, nelems, preemption)):
        if value is not None:
            _chunk_cache[at] = value


def refuse(where, what):
    """Raises, as for a file of the older format with netCDF4-python."""
    raise Error(f"{where}: classic files have no {what}; netCDF-4 files do, which are read only")


class CompoundType:
    """No object is one: values of these types are not read."""

    def __init__(self, *arguments, **named):
        refuse("CompoundType", "compound types")


class VLType:
    """No object is one: values of these types are not read."""

    def __init__(self, *arguments, **named):
        refuse("VLType", "types of variable length")


class LacksGroups:
    """The part of a Dataset that says so. What is here of groups is of classic files."""

    groups: dict = {}
    cmptypes: dict = {}
    enumtypes: dict = {}
    vltypes: dict = {}
    parent = None
    path = name = "/"

    def createGroup(self, groupname):
        """Error: files with groups are not written."""
        refuse(self._where, "groups")

    def createCompoundType(self, datatype, datatype_name):
        """Error: files with such types are not written."""
        refuse(self._where, "compound types")

    def createVLType(self, datatype, datatype_name):
        """Error: files with such types are not written."""
        refuse(self._where, "types of variable length")

    def createEnumType(self, datatype, datatype_name, enum_dict):
        """Error: files with such types are not written."""
        refuse(self._where, "enumerations")

    def renameGroup(self, oldname, newname):
        """KeyError if there is none, and Error else: files with groups are not written."""
        if oldname not in self.groups:
            raise KeyError(f"{self._where} has no group {oldname!r}")
        raise Error(f"{self._where}: netCDF-4 files are read, and not written")

    def has_zstd_filter(self):
        """False, as for the other filters: compressed files are not written."""
        return False

    has_blosc_filter = has_zstd_filter
    has_bzip2_filter = has_zstd_filter
    has_szip_filter = has_zstd_filter
