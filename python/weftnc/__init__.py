# SPDX-License-Identifier: BSD-3-Clause
"""Weft: netCDF files, written and read by many processes at a time.

    import weftnc as nc
    with nc.Dataset("sea.nc", "w") as sea:
        sea.createDimension("x", 100)
        height = sea.createVariable("height", "f4", ("x",))
        height[:] = 0

With mpi4py, `nc.Dataset(name, "w", comm=MPI.COMM_WORLD)`: each process writes its part of one file.
"""

from ._absent import CompoundType, VLType, get_chunk_cache, set_chunk_cache
from ._characters import chartostring, stringtoarr, stringtochar
from ._dataset import Dataset
from ._dimension import Dimension
from ._errors import (DeniedFileError, Error, FileError, IncompleteFileWarning, IndexingError, JoinError, MissingFileError,
                      OutOfRangeError, ReadOnlyAttributeError, UnreadableTypeError)
from ._foreign import EnumType
from ._groups import Group
from ._launch import LaunchError
from ._library import getlibversion
from ._mftime import MFTime
from ._multifile import MFDataset
from ._times import date2index, date2num, num2date
from ._types import default_fillvals
from ._variable import Variable

__version__ = "0.1.0"
__all__ = ["CompoundType", "Dataset", "Dimension", "EnumType", "Group", "MFDataset", "MFTime", "VLType", "Variable",
           "DeniedFileError", "Error", "FileError", "IncompleteFileWarning", "IndexingError", "JoinError", "LaunchError", "MissingFileError",
           "OutOfRangeError", "ReadOnlyAttributeError", "UnreadableTypeError", "chartostring", "date2index", "date2num", "default_fillvals", "get_chunk_cache",
           "getlibversion", "num2date", "set_chunk_cache", "stringtoarr", "stringtochar"]
