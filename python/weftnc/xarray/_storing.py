# SPDX-License-Identifier: BSD-3-Clause
"""How a netCDF-4 file is to store a variable, from its encoding to what createVariable() takes."""

NETCDF4 = ("NETCDF4", "NETCDF4_CLASSIC")
# Of encodings, what createVariable() has arguments for.
STORAGE = ("compression", "zlib", "complevel", "shuffle", "fletcher32", "contiguous", "chunksizes", "endian", "significant_digits",
           "quantize_mode", "szip_coding", "szip_pixels_per_block", "blosc_shuffle")
# Filters that an encoding has as names of their own: what an engine has found in a file, or somebody asks for.
FILTERS = ("szip", "zstd", "bzip2", "blosc")
# Which of these go from file to file, as with xarray's engine for netCDF-4 files.
_INHERITED = ("compression", "zlib", "complevel", "shuffle", "fletcher32", "contiguous", "chunksizes")
_SHAPE_OF_SOURCE = "original_shape"


def about_storage(encoding):
    """The part of an encoding that stored_as() looks at."""
    return {key: value for key, value in encoding.items() if key in (*STORAGE, *FILTERS, _SHAPE_OF_SOURCE)}


def stored_as(encoding, dimensions, shape, is_asked, unlimited):
    """Arguments of createVariable(). What was asked for is taken as it is; of what comes from another file, that which suits
    this variable, too."""
    named = {"compression": _compression(encoding)}
    if is_asked:
        return {**{key: value for key, value in encoding.items() if key in STORAGE}, **named}
    found = {**{key: encoding[key] for key in _INHERITED if key in encoding}, **named}
    if found["compression"] not in ("zlib", "zstd"):
        del found["compression"]
    if found.get("chunksizes") is not None:
        has_changed = _SHAPE_OF_SOURCE in encoding and tuple(encoding[_SHAPE_OF_SOURCE]) != tuple(shape)
        if has_changed or not _fits(found["chunksizes"], dimensions, shape, unlimited):
            del found["chunksizes"]
    if set(dimensions) & set(unlimited):
        found.pop("contiguous", None)
    return found


def _compression(encoding):
    """As createVariable() calls it; None where there is none, or zlib=True says so."""
    if encoding.get("compression") or encoding.get("zlib"):
        return encoding.get("compression")
    for name in FILTERS:
        told = encoding.get(name)
        if told:
            return told.get("compressor", name) if isinstance(told, dict) else name
    return None


def _fits(chunk, dimensions, shape, unlimited):
    return all(one <= length or name in unlimited for one, name, length in zip(chunk, dimensions, shape))
