# SPDX-License-Identifier: BSD-3-Clause
"""What xarray's variables become in a file, beyond what xarray itself does by the CF conventions: characters, and the types
that the older formats lack. And the other way: how a variable of a file is encoded, so that more can be written alike."""

import numpy as np
import xarray
from xarray.backends.netcdf3 import encode_nc3_variable
from xarray.coding.strings import CharacterArrayCoder, EncodedStringCoder
from xarray.conventions import encode_cf_variable

from .._errors import OutOfRangeError
from .._types import CHAR
from ._storing import FILTERS, NETCDF4, STORAGE

DIGITS = "least_significant_digit"
_RANGE = -60  # the library's code of it
# Of encodings that other formats have, and that files of Weft's do without.
_NO_MATTER = {"source", "original_shape", "unlimited_dims", "preferred_chunks"}
# Attributes of a file that xarray keeps as encoding.
_OF_VALUES = ("_FillValue", "missing_value", "scale_factor", "add_offset", "_Unsigned")
_OF_TIMES = ("units", "calendar")


def attributes_of(owner):
    """As xarray takes them, which compares what stands for missing characters with bytes of numpy."""
    attributes = owner._readable_attributes()
    fill = attributes.get("_FillValue")
    if isinstance(fill, (str, bytes)) and getattr(owner, "_external", None) is CHAR:
        attributes["_FillValue"] = np.bytes_(fill.encode() if isinstance(fill, str) else fill)
    return attributes


def storage_of(variable):
    """How a variable of a netCDF-4 file is kept, in the words of xarray's engine for such; dask takes its chunks from it."""
    filters, chunks = variable.filters(), variable.chunking()
    if chunks is None:
        return {}
    if chunks == "contiguous":
        return {**filters, "contiguous": True, "chunksizes": None}
    return {**filters, "contiguous": False, "chunksizes": tuple(chunks), "preferred_chunks": dict(zip(variable.dimensions, chunks))}


def set_attributes(owner, attributes):
    """But for those that are there with the same value, of which some cannot be set again."""
    for name, value in attributes.items():
        value = attribute(value)
        if name not in owner.ncattrs() or not _is_same(_value_of(owner, name), value):
            owner.setncattr(name, value)


def _is_same(here, there):
    here, there = (one.encode() if isinstance(one, str) else np.asarray(one) for one in (here, there))
    if isinstance(here, bytes) or isinstance(there, bytes):
        return here == there
    return here.dtype == there.dtype and here.tobytes() == there.tobytes()


def attribute(value):
    """A value as setncattr() takes it. ValueError where nothing is written for it."""
    if isinstance(value, (str, bytes)):
        return value
    values = np.atleast_1d(value)
    if values.ndim > 1:
        raise ValueError(f"attributes of netCDF must be 1-dimensional, not of shape {values.shape}")
    if values.dtype.kind in "USO":
        if values.size != 1:
            raise ValueError(f"an attribute is written as one text or as numbers, not {value!r}")
        return str(values[0]) if values.dtype.kind == "U" else values[0]
    return value


def refuse_texts(name, encoding):
    """Of an encoding that was asked for."""
    if encoding.get("dtype") is str:
        raise ValueError(f"variable '{name}': encoding dtype=str for vlen is not available: texts are written with a fixed length, as "
                         "characters")


def refuse_unknown(name, encoding, data_model):
    """Of an encoding that was asked for, what is left when all has been applied that there is."""
    known = {*_NO_MATTER, *((*STORAGE, *FILTERS) if data_model in NETCDF4 else ())}
    unknown = sorted(key for key, value in encoding.items() if key not in known and (key, value) != ("_FillValue", None))
    if unknown:
        why = "" if data_model in NETCDF4 else f"{data_model} has no chunks and no compression, which format='NETCDF4' has, and "
        raise ValueError(f"variable '{name}': unexpected encoding {unknown}: {why}weft knows of nothing else by these names")


def variable_as_stored(variable, data_model):
    """A variable that xarray has encoded, with types that a file of this format has."""
    if variable.encoding.get("dtype") is str:
        if data_model not in NETCDF4:
            raise ValueError("encoding dtype=str for vlen is not available in classic files, whose texts have a fixed length")
        variable = variable.copy(deep=False)
        del variable.encoding["dtype"]
    if DIGITS in variable.encoding:
        variable = variable.copy(deep=False)
        variable.attrs[DIGITS] = variable.encoding.pop(DIGITS)
    if data_model not in ("NETCDF3_64BIT_DATA", "NETCDF4"):
        return encode_nc3_variable(variable)
    for coder in (EncodedStringCoder(allows_unicode=False), CharacterArrayCoder()):
        variable = coder.encode(variable)
    return variable


def alike(variable, name, stored):
    """A part of a variable, encoded as the variable of the file is that it will be written to.

    ValueError where its values cannot be kept in that encoding.
    """
    encoding = {key: value for key in _OF_VALUES if (value := _value_of(stored, key)) is not None}
    if stored.dtype.kind == "S":
        encoding = {"char_dim_name": stored.dimensions[-1]}
    elif variable.dtype.kind in "mMO":
        # Without a type, so that what does not fit the units is seen, and not rounded.
        encoding.update({key: value for key in _OF_TIMES if (value := _value_of(stored, key)) is not None})
    elif "_Unsigned" in encoding:
        encoding["dtype"] = stored.dtype
    # Else without a type, too: xarray's conversion takes what does not fit for something else, the library's refuses it.
    part = xarray.Variable(variable.dims, variable.data, {}, encoding)
    part = variable_as_stored(encode_cf_variable(part, name=name), "NETCDF3_64BIT_DATA")
    if part.dims != stored.dimensions:
        raise ValueError(f"variable '{name}' has the dimensions {part.dims}, in the file {stored.dimensions}")
    if stored.dtype.kind == "S" and part.ndim and part.shape[-1] < stored.shape[-1]:
        part = part.pad({part.dims[-1]: (0, stored.shape[-1] - part.shape[-1])}, constant_values=b"\0")
    if variable.dtype.kind in "mMO" and stored.dtype.kind != "S":
        _require_same_units(part, name, stored)
    elif part.dtype.kind == "f" and stored.dtype.kind in "iu":
        part = part.copy(data=np.rint(part.data))
    return part


def require_fit(values, name, stored):
    """OutOfRangeError if some of the values do not fit the variable's type in the file, so that none is written."""
    values = np.asarray(values)
    if stored.dtype.kind not in "iuf" or values.dtype.kind not in "iuf" or np.can_cast(values.dtype, stored.dtype) or not values.size:
        return
    limits = np.iinfo(stored.dtype) if stored.dtype.kind in "iu" else np.finfo(stored.dtype)
    known = values if stored.dtype.kind in "iu" else values[np.isfinite(values)]
    # A NaN is in no range, and ends of integers are compared as such.
    if known.size and not (limits.min <= known.min().item() and known.max().item() <= limits.max):
        raise OutOfRangeError(f"variable '{name}': some values do not fit its type in the file, {stored.dtype}: nothing is written",
                              code=_RANGE, name="NC_ERANGE", where=f"variable '{name}'")


def _require_same_units(part, name, stored):
    units = _value_of(stored, "units")
    is_rounded = part.dtype.kind == "f" and stored.dtype.kind in "iu"
    # xarray takes a finer unit where one is needed, and writes the date from which it counts in a form of its own.
    same_unit = part.attrs.get("units", "").split(" ")[0] == (units or "").split(" ")[0]
    if not same_unit or is_rounded and not bool((part.data == np.rint(part.data)).all()):
        raise ValueError(f"variable '{name}' is kept in the file as {stored.dtype} {units}: some of these values are between "
                         "such, and would be lost")


def _value_of(stored, name):
    return stored.getncattr(name) if name in stored.ncattrs() else None
