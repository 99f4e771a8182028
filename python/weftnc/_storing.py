# SPDX-License-Identifier: BSD-3-Clause
"""How a new variable of a netCDF-4 file is to be stored, as createVariable() is asked with the words of netCDF4-python.

What cannot be is refused before there is a variable. Single values are stored in one way, and classic files store all
variables in one: for these, nothing of it makes a difference, as with netCDF4-python.
"""

import dataclasses
import operator
from ctypes import c_longlong

from ._errors import Error, OutOfRangeError

_CHUNKED, _CONTIGUOUS = 0, 1
_COMPRESSIONS = (None, "zlib", "szip", "zstd", "bzip2", "blosc_lz", "blosc_lz4", "blosc_lz4hc", "blosc_zlib", "blosc_zstd")
_HIGHEST_LEVELS = {"zlib": 9, "zstd": 22}  # of the compressions that are written
_ENDIANS = ("native", "little", "big")
_QUANTIZE_MODES = {"BitGroom": 1, "GranularBitRound": 2, "BitRound": 3}  # as the library numbers them
_MOST_DIGITS = {("BitRound", 4): 23, ("BitRound", 8): 52}  # of a type with so many bytes; the others count decimal ones:
_MOST_DECIMAL_DIGITS = {4: 7, 8: 15}


@dataclasses.dataclass
class Wishes:
    """The arguments of createVariable() by these names."""

    compression: object = None
    zlib: bool = False
    complevel: int = 4
    shuffle: bool = True
    fletcher32: bool = False
    contiguous: bool = False
    chunksizes: object = None
    endian: str = "native"
    significant_digits: object = None
    quantize_mode: object = "BitGroom"

    def __post_init__(self):
        self.compression = "zlib" if self.zlib else self.compression or None

    def check_for_classic(self, name):
        """Those that would make a difference in a classic file."""
        self._check_compression(name)
        if self.endian != "native":
            raise Error(f"variable '{name}': classic files have a fixed byte order; endian={self.endian!r} is not possible")

    def check(self, name, external, dimensions):
        """For a variable of a netCDF-4 file."""
        where = f"variable '{name}'"
        self._check_compression(name)
        if self.endian not in _ENDIANS:
            raise ValueError(f"{where}: endian must be 'little', 'big' or 'native', not {self.endian!r}")
        if self.endian == "big" and external.dtype.itemsize > 1:
            raise Error(f"{where}: endian='big' is not written; new variables are little-endian", where=where)
        if self.significant_digits is not None:
            self._check_quantization(where, external.dtype)
        if dimensions:
            self._check_filters(where)
            self._check_chunks(where, dimensions)

    def _check_compression(self, name):
        if self.compression not in _COMPRESSIONS:
            raise ValueError(f"variable '{name}': netCDF has no compression {self.compression!r}")

    def _check_filters(self, where):
        if not self.complevel:
            self.compression = None
        if self.compression is None:
            return
        if self.compression not in _HIGHEST_LEVELS:
            raise Error(f"{where}: compression={self.compression!r} is read, and not written; 'zlib' and 'zstd' are", where=where)
        highest = _HIGHEST_LEVELS[self.compression]
        if not 0 < self.complevel <= highest:
            raise Error(f"{where}: complevel={self.complevel} is not one of {self.compression!r}, which has 1 to {highest}", where=where)

    def _check_quantization(self, where, dtype):
        if self.quantize_mode not in _QUANTIZE_MODES:
            raise ValueError(f"{where}: quantize_mode must be 'BitGroom', 'GranularBitRound' or 'BitRound', not {self.quantize_mode!r}")
        if dtype.kind != "f":
            raise Error(f"{where}: significant_digits={self.significant_digits} is not possible, since only floating values are quantized",
                        where=where)
        most = _MOST_DIGITS.get((self.quantize_mode, dtype.itemsize), _MOST_DECIMAL_DIGITS[dtype.itemsize])
        self.significant_digits = _whole(self.significant_digits)
        if not 1 <= self.significant_digits <= most:
            raise Error(f"{where}: significant_digits={self.significant_digits} is not possible with {self.quantize_mode}, which keeps "
                        f"1 to {most} of {dtype.name}", where=where)

    def _check_chunks(self, where, dimensions):
        if self.contiguous:
            self._check_contiguous(where, dimensions)
        if self.chunksizes is None:
            return
        if len(self.chunksizes) != len(dimensions):
            raise ValueError(f"{where}: chunksizes has {len(self.chunksizes)} lengths, and the variable {len(dimensions)} dimensions")
        self.chunksizes = [_length(one, dimension, where) for one, dimension in zip(self.chunksizes, dimensions)]

    def _check_contiguous(self, where, dimensions):
        if self.chunksizes is not None:
            raise ValueError(f"{where}: contiguous=True and chunksizes exclude each other")
        if self.compression is not None or self.fletcher32:
            raise Error(f"{where}: contiguous=True is not possible for a variable with compression or fletcher32, which has chunks",
                        where=where)
        if any(one.isunlimited() for one in dimensions):
            raise Error(f"{where}: contiguous=True is not possible for a variable with an unlimited dimension, which has chunks",
                        where=where)

    def define(self, library, file, number, has_dimensions):
        """Tells the library. Returns its codes, of which the first that is no success counts."""
        if self.significant_digits is not None:
            yield library.def_var_quantize(file, number, _QUANTIZE_MODES[self.quantize_mode], self.significant_digits)
        if has_dimensions:
            yield from self._define_storage(library, file, number)

    def _define_storage(self, library, file, number):
        if self.compression == "zlib":
            yield library.def_var_deflate(file, number, int(bool(self.shuffle)), 1, int(self.complevel))
        if self.compression == "zstd":
            yield library.def_var_zstandard(file, number, int(self.complevel))
        if self.fletcher32:
            yield library.def_var_fletcher32(file, number, 1)
        if self.contiguous:
            yield library.def_var_chunking(file, number, _CONTIGUOUS, None)
        elif self.chunksizes is not None:
            yield library.def_var_chunking(file, number, _CHUNKED, (c_longlong * len(self.chunksizes))(*self.chunksizes))


def _whole(number):
    """Without what is behind the point."""
    return int(number) if isinstance(number, float) else operator.index(number)


def _length(asked, dimension, where):
    """Of a chunk along a dimension. 0 is all of it, or one record."""
    asked = _whole(asked)
    if asked < 0:
        raise OutOfRangeError(f"{where}: chunksizes has a negative length along '{dimension.name}': {asked}", where=where)
    whole = 1 if dimension.isunlimited() else len(dimension)
    if not dimension.isunlimited() and asked > whole:
        raise ValueError(f"{where}: chunksizes exceeds dimension '{dimension.name}': {asked} of {whole}")
    return asked or whole
