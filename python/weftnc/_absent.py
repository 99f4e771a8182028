# SPDX-License-Identifier: BSD-3-Clause
"""What netCDF4-python has for netCDF-4 files only, so that programs that name it run, and what asks for it is told so."""

from ._errors import Error

_chunk_cache = [16777216, 4133, 0.75]


def get_chunk_cache():
    """(size, nelems, preemption), as set: classic files have no chunks, so that it makes no difference."""
    return tuple(_chunk_cache)


def set_chunk_cache(size=None, nelems=None, preemption=None):
    """What get_chunk_cache() returns from now on; makes no difference."""
    for at, value in enumerate((size, nelems, preemption)):
        if value is not None:
            _chunk_cache[at] = value


def refuse(where, what):
    """Raises, as for a file of the older format with netCDF4-python."""
    raise Error(f"{where}: classic files have no {what}; only netCDF-4 files do")


class Group:
    """Classic files have none: no object is one."""

    def __init__(self, *arguments, **named):
        refuse("Group", "groups")


class CompoundType:
    """Classic files have none: no object is one."""

    def __init__(self, *arguments, **named):
        refuse("CompoundType", "compound types")


class VLType:
    """Classic files have none: no object is one."""

    def __init__(self, *arguments, **named):
        refuse("VLType", "types of variable length")


class EnumType:
    """Classic files have none: no object is one."""

    def __init__(self, *arguments, **named):
        refuse("EnumType", "enumerations")


class LacksGroups:
    """The part of a Dataset that says so."""

    groups: dict = {}
    cmptypes: dict = {}
    enumtypes: dict = {}
    vltypes: dict = {}
    parent = None
    path = name = "/"

    def createGroup(self, groupname):
        """Error: classic files have no groups."""
        refuse(self._where, "groups")

    def createCompoundType(self, datatype, datatype_name):
        """Error: classic files have none."""
        refuse(self._where, "compound types")

    def createVLType(self, datatype, datatype_name):
        """Error: classic files have none."""
        refuse(self._where, "types of variable length")

    def createEnumType(self, datatype, datatype_name, enum_dict):
        """Error: classic files have none."""
        refuse(self._where, "enumerations")

    def renameGroup(self, oldname, newname):
        """KeyError: classic files have no groups."""
        raise KeyError(f"{self._where} has no group {oldname!r}: classic files have none")

    def has_zstd_filter(self):
        """False, as for the other filters: classic files are not compressed."""
        return False

    has_blosc_filter = has_zstd_filter
    has_bzip2_filter = has_zstd_filter
    has_szip_filter = has_zstd_filter


class LacksChunks:
    """The part of a Variable that says so."""

    def get_var_chunk_cache(self):
        """Error: classic files have no chunks."""
        refuse(self._where, "chunks")

    def set_var_chunk_cache(self, size=None, nelems=None, preemption=None):
        """Error: classic files have no chunks."""
        refuse(self._where, "chunks")

    def quantization(self):
        """None: values are as they were written."""
        return None
