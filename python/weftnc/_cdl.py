# SPDX-License-Identifier: BSD-3-Clause
"""Datasets as CDL, and from it: what netCDF4-python has ncdump and ncgen do, the weft command does."""

import os
import pathlib

from ._command import run_command
from ._presentable import presentable_name

_KINDS = {"NETCDF3_CLASSIC": "classic", "NETCDF3_64BIT": "64-bit-offset", "NETCDF3_64BIT_OFFSET": "64-bit-offset",
          "NETCDF3_64BIT_DATA": "cdf5"}


class HasText:
    """The part of a Dataset that does so."""

    def tocdl(self, coordvars=False, data=False, outfile=None):
        """The dataset as CDL: what it defines; with `data` all values, too, with `coordvars` those of coordinate variables.
        outfile: a name for a file that gets the text instead. Not for several processes. Needs the weft command."""
        if self._mode != "r":
            self.sync()
        extent = [] if data else ["-c"] if coordvars else ["-h"]
        name = os.path.splitext(os.path.basename(presentable_name(self._path).removesuffix("?...")))[0]
        text = run_command("dump", *extent, "-n", name, self._place.path)
        if outfile is None:
            return text
        pathlib.Path(outfile).write_text(text)
        return None

    @classmethod
    def fromcdl(cls, cdlfilename, ncfilename=None, mode="a", format="NETCDF3_64BIT_DATA"):
        """The dataset that a file of CDL describes, opened: made as `ncfilename`, or under the name of the text with .nc. Needs
        the weft command."""
        if format not in _KINDS:
            raise ValueError(f"'{cdlfilename}': {format!r} is not a format that can be written; use one of {', '.join(_KINDS)}")
        made = os.path.splitext(cdlfilename)[0] + ".nc" if ncfilename is None else os.fspath(ncfilename)
        if not os.path.exists(cdlfilename):
            raise FileNotFoundError(f"'{cdlfilename}' does not exist")
        if os.path.exists(made) and mode in ("w", "x"):
            raise FileExistsError(f"'{made}' exists; mode must be 'a' or 'r': it says how the new file is opened")
        run_command("gen", "-k", _KINDS[format], "-o", made, os.fspath(cdlfilename))
        return cls(made, mode)
