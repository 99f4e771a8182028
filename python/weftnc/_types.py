# SPDX-License-Identifier: BSD-3-Clause
"""External types and numpy's: one table."""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class ExternalType:
    """A type that values have in a file."""

    number: int         # nc_type
    dtype: np.dtype     # what values of it are in memory
    memory: str         # which functions of the library move them
    default_fill: object
    is_classic: bool    # known to all versions of the format


def _type(number, dtype, memory, default_fill, is_classic=True):
    dtype = np.dtype(dtype)
    return ExternalType(number, dtype, memory, dtype.type(default_fill), is_classic)


TYPES = (
    _type(1, "i1", "schar", -127),
    ExternalType(2, np.dtype("S1"), "text", b"\x00", True),
    _type(3, "i2", "short", -32767),
    _type(4, "i4", "int", -2147483647),
    _type(5, "f4", "float", 9.9692099683868690e+36),
    _type(6, "f8", "double", 9.9692099683868690e+36),
    _type(7, "u1", "uchar", 255, False),
    _type(8, "u2", "ushort", 65535, False),
    _type(9, "u4", "uint", 4294967295, False),
    _type(10, "i8", "longlong", -9223372036854775806, False),
    _type(11, "u8", "ulonglong", 18446744073709551614, False),
)

BY_NUMBER = {one.number: one for one in TYPES}
BY_DTYPE = {one.dtype: one for one in TYPES}
CHAR = BY_NUMBER[2]

# What stands for a missing value, by type as netCDF4-python writes it.
default_fillvals = {one.dtype.str[1:]: one.default_fill for one in TYPES}

# netCDF4-python's and numpy's other words for a type.
_ALIASES = {"c": "S1", "b": "i1", "B": "u1", "s": "i2", "h": "i2", "i": "i4", "f": "f4", "d": "f8",
            "char": "S1", "byte": "i1", "ubyte": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
            "int64": "i8", "uint64": "u8", "float": "f4", "double": "f8"}


def external_type_of(datatype):
    """The type in the file for what createVariable() is given. TypeError for what is not written."""
    if datatype is str:
        raise ValueError("texts of variable length are not written: stringtochar() makes arrays of characters of texts, with one "
                         "more dimension")
    try:
        dtype = np.dtype(_ALIASES.get(datatype, datatype)).newbyteorder("=")
    except TypeError:
        raise TypeError(f"{datatype!r} is not a type for a variable") from None
    if dtype == np.dtype("S1") or datatype == "S":
        return CHAR
    if dtype not in BY_DTYPE:
        raise TypeError(f"a variable cannot have the type {dtype}: files are written with characters, integers of 1 to 8 "
                        "bytes, and floats of 4 and 8")
    return BY_DTYPE[dtype]


def fill_value_of(given, external, name):
    """What createVariable() of this name is given as one, as a value of the type. ValueError if it is none."""
    if given is None or given is False:
        return given
    if isinstance(given, str) and given == "default":
        return external.default_fill
    if np.size(given) != 1:
        raise ValueError(f"variable '{name}': a fill value must be one value, not {np.size(given)}")
    if external is CHAR:
        return given
    try:
        return np.asarray(given, external.dtype).reshape(())[()]
    except (TypeError, ValueError) as failure:
        raise ValueError(f"variable '{name}' of type {external.dtype} cannot have the fill value {given!r}: {failure}") from None


def in_memory(array):
    """The array as the library can read it, itself where that is possible, and its type. TypeError if it has none."""
    array = np.asarray(array)
    if array.dtype in BY_DTYPE and array.flags.c_contiguous and array.flags.aligned:  # most are like this
        return array, BY_DTYPE[array.dtype]
    if array.dtype == bool:
        array = array.astype("i1")
    if array.dtype.kind == "U":
        array = np.char.encode(array, "utf-8")
    if array.dtype.kind == "S":
        return _as_characters(array), CHAR
    native = array.dtype.newbyteorder("=")
    if native == np.dtype("f2"):
        native = np.dtype("f4")
    if native not in BY_DTYPE:
        raise TypeError(f"an array of type {array.dtype} cannot be written, only numbers and characters can")
    return np.require(array, native, ["C", "A"]), BY_DTYPE[native]


def address_of(array):
    """Of its first value. (Its `ctypes.data` takes longer than a small access.)"""
    return array.__array_interface__["data"][0]


def _as_characters(array):
    """Texts become one more dimension of characters, unless they are single characters."""
    shape, length = array.shape, array.dtype.itemsize
    array = np.ascontiguousarray(array)  # which has a dimension at least
    return array.reshape(shape) if length <= 1 else array.view("S1").reshape(*shape, length)
