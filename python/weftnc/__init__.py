# SPDX-License-Identifier: BSD-3-Clause
"""Weft: netCDF files, written and read by many processes at a time.

    import weftnc as nc
    with nc.Dataset("sea.nc", "w") as sea:
        sea.createDimension("x", 100)
        height = sea.createVariable("height", "f4", ("x",))
        height[:] = 0

With mpi4py, `nc.Dataset(name, "w", comm=MPI.COMM_WORLD)`: each process writes its part of one file.
"""

from ._characters import chartostring, stringtoarr, stringtochar
from ._dataset import Dataset
from ._dimension import Dimension
from ._errors import Error, FileError, MissingFileError, OutOfRangeError
from ._multifile import MFDataset
from ._times import date2index, date2num, num2date
from ._types import default_fillvals
from ._variable import Variable

__version__ = "0.1.0"
__all__ = ["Dataset", "Dimension", "MFDataset", "Variable", "Error", "FileError", "MissingFileError", "OutOfRangeError",
           "chartostring", "date2index", "date2num", "default_fillvals", "num2date", "stringtoarr", "stringtochar"]
