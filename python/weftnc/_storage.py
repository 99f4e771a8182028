# SPDX-License-Identifier: BSD-3-Clause
"""How the values of a variable are kept, in the words of netCDF4-python: chunks, filters, byte order, quantization."""

from ctypes import byref, c_int, c_longlong, c_uint

from ._types import CHAR, ExternalType

_CHUNKED = 0
_ENDIANS = {1: "little", 2: "big"}
_SZIP_ENTROPY, _SZIP_NEAREST = 4, 32  # bits of its options
_BZIP2, _BLOSC = 307, 32001  # under which the HDF Group has them registered
_BLOSC_COMPRESSORS = ("blosc_lz", "blosc_lz4", "blosc_lz4hc", "blosc_snappy", "blosc_zlib", "blosc_zstd")
_QUANTIZATIONS = {1: "BitGroom", 2: "GranularBitRound", 3: "BitRound"}


class Stored:
    """What the library says of a variable of a netCDF-4 file."""

    def __init__(self, variable):
        self._variable = variable

    def _ask(self, inquire, *answers):
        dataset = self._variable._dataset
        function = getattr(dataset._library, inquire)
        dataset._check(function(dataset._open_id(), self._variable._number, *answers), self._variable._where)

    def _numbers(self, inquire, count):
        """What an inquiry answers with so many numbers."""
        numbers = [c_int() for _ in range(count)]
        self._ask(inquire, *map(byref, numbers))
        return [one.value for one in numbers]

    def chunking(self):
        layout, rank = c_int(), self._variable.ndim
        lengths = (c_longlong * max(1, rank))()
        self._ask("inq_var_chunking", byref(layout), lengths)
        return list(lengths[:rank]) if layout.value == _CHUNKED else "contiguous"

    def endian(self):
        its = self._variable._description
        if not isinstance(its.external, ExternalType) or its.external is CHAR or its.enumeration is not None:
            return "native"  # as netCDF-C has it
        return _ENDIANS.get(self._numbers("inq_var_endian", 1)[0], "native")

    def quantization(self):
        mode, digits = self._numbers("inq_var_quantize", 2)
        return (digits, _QUANTIZATIONS[mode]) if mode in _QUANTIZATIONS else None

    def filters(self):
        found = {"zlib": False, "szip": False, "zstd": False, "bzip2": False, "blosc": False, "shuffle": False, "complevel": 0,
                 "fletcher32": False}
        shuffles, deflates, level = self._numbers("inq_var_deflate", 3)
        found["shuffle"] = bool(shuffles)
        if deflates:
            found.update(zlib=True, complevel=level)
        found["fletcher32"] = bool(self._numbers("inq_var_fletcher32", 1)[0])
        has_zstd, level = self._numbers("inq_var_zstandard", 2)
        if has_zstd:
            found.update(zstd=True, complevel=level)
        mask, pixels = self._numbers("inq_var_szip", 2)
        if pixels:
            coding = "ec" if mask & _SZIP_ENTROPY else "nn" if mask & _SZIP_NEAREST else "unknown"
            found["szip"] = {"coding": coding, "pixels_per_block": pixels}
        parameters = self._other_filters()
        if _BZIP2 in parameters:
            found.update(bzip2=True, complevel=(parameters[_BZIP2] or [0])[0])
        if len(parameters.get(_BLOSC, ())) > 6:
            level, shuffle, compressor = parameters[_BLOSC][4:7]
            known = compressor < len(_BLOSC_COMPRESSORS)
            found.update(blosc={"compressor": _BLOSC_COMPRESSORS[compressor] if known else compressor, "shuffle": shuffle},
                         complevel=level)
        return found

    def _other_filters(self):
        """Parameters by number of the filter."""
        count = c_longlong()
        self._ask("inq_var_filter_ids", byref(count), None)
        numbers = (c_uint * max(1, count.value))()
        self._ask("inq_var_filter_ids", byref(count), numbers)
        found = {}
        for number in numbers[:count.value]:
            self._ask("inq_var_filter_info", number, byref(count), None)
            parameters = (c_uint * max(1, count.value))()
            self._ask("inq_var_filter_info", number, byref(count), parameters)
            found[number] = list(parameters[:count.value])
        return found
