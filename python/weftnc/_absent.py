# SPDX-License-Identifier: BSD-3-Clause
"""What netCDF4-python has for netCDF-4 files, and Weft does not write: programs that name it run, and what asks for it is told
so."""

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
    """Raises, as netCDF4-python does for a file of an older format."""
    raise Error(f"{where}: files are written without {what}")


class CompoundType:
    """No object is one: values of these types are not read."""

    def __init__(self, *arguments, **named):
        refuse("CompoundType", "compound types")


class VLType:
    """No object is one: values of these types are not read."""

    def __init__(self, *arguments, **named):
        refuse("VLType", "types of variable length")


class LacksGroups:
    """The part of a Dataset that says so. What is here of groups is of files without any."""

    groups: dict = {}
    cmptypes: dict = {}
    enumtypes: dict = {}
    vltypes: dict = {}
    parent = None
    path = name = "/"

    def createGroup(self, groupname):
        """Error: groups are not made."""
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
        """KeyError if there is none, and Error else: groups are not renamed."""
        if oldname not in self.groups:
            raise KeyError(f"{self._where} has no group {oldname!r}")
        raise Error(f"{self._where}: groups are not renamed")

    def has_zstd_filter(self):
        """True: netCDF-4 files are written with it."""
        return True

    def has_blosc_filter(self):
        """False, as for bzip2 and szip: files are read, and not written, with these."""
        return False

    has_bzip2_filter = has_blosc_filter
    has_szip_filter = has_blosc_filter
