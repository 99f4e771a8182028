# SPDX-License-Identifier: BSD-3-Clause
"""What a dataset is made of is defined: dimensions and variables."""

from ctypes import byref, c_int

from ._attributes import RoomForName, as_name
from ._dimension import Dimension
from ._errors import FileError, OutOfRangeError
from ._library import defining
from ._storing import Wishes
from ._types import external_type_of, fill_value_of

_UNLIMITED = 0


class HasDefinitions:
    """The part of a Dataset that does so."""

    def _require_writable(self):
        if self._mode == "r":
            raise FileError(f"{self._where} was opened for reading (mode 'r')", where=self._where)

    def _define(self):
        self._require_writable()
        file = self._open_id()
        if not self._in_definition:
            self._leave_independent()
            self._check(self._library.redef(file), self._where)
            self._in_definition = True

    @defining
    def createDimension(self, dimname, size=None):
        """Makes a dimension; without a size, or with 0, an unlimited one, of which only
        format="NETCDF4" has several. Collective. Returns it."""
        self._define()
        number = c_int()
        where = f"dimension '{dimname}'"
        size = _UNLIMITED if size is None else int(size)
        if size < 0:
            raise OutOfRangeError(f"{where}: the size is negative: {size}", where=where)
        self._check(self._library.def_dim(self._open_id(), as_name(dimname), size, byref(number)), where)
        made = self._dimensions[dimname] = Dimension(self, number.value, dimname, size == _UNLIMITED, size)
        if self._is_netcdf4:
            self._all_dimensions.append(made)
        return made

    @defining
    def createVariable(self, varname, datatype, dimensions=(), compression=None, zlib=False, complevel=4, shuffle=True,
                       fletcher32=False, contiguous=False, chunksizes=None, szip_coding="nn", szip_pixels_per_block=8,
                       blosc_shuffle=1, endian="native", least_significant_digit=None, significant_digits=None,
                       quantize_mode="BitGroom", fill_value=None, chunk_cache=None):
        """Makes a variable. Collective. Returns it.

        datatype: of numpy, or a word of netCDF4-python's: "f8", "S1", numpy.int32 ...; dimensions: names or Dimensions,
        an unlimited one first (in any place with format="NETCDF4"). fill_value: what stands for a missing value (the attribute _FillValue), "default" for the
        type's; unless it is False, places that nobody writes have it, or the type's default value. least_significant_digit: to
        which decimal values are rounded that are written (an attribute says so, too).

        The others say how netCDF-4 files store the values, and make no difference in classic files. compression: "zlib" or
        "zstd", or zlib=True; complevel: how much, 0 not at all; shuffle: bytes are sorted before zlib; fletcher32: chunks have
        checksums; chunksizes: the lengths of a chunk; contiguous: there are no chunks; significant_digits: how many decimal
        digits of floating values are kept, the others being noise that does not compress, by the quantize_mode "BitGroom" or
        "GranularBitRound", or how many bits behind the first, by "BitRound" (an attribute says so, too). Other compressions, and
        endian="big", are not written, which is an Error. szip_coding, szip_pixels_per_block and blosc_shuffle belong to these,
        and chunk_cache makes no difference.
        """
        wishes = Wishes(compression=compression, zlib=zlib, complevel=complevel, shuffle=shuffle, fletcher32=fletcher32,
                        contiguous=contiguous, chunksizes=chunksizes, endian=endian, significant_digits=significant_digits,
                        quantize_mode=quantize_mode)
        varname = self._own_name(varname)
        external = external_type_of(datatype)
        fill_value = fill_value_of(fill_value, external, varname)
        self._require_writable()
        along = self._dimensions_called(dimensions, varname)
        if self._is_netcdf4:
            wishes.check(varname, external, along)
        else:
            wishes.check_for_classic(varname)
        self._define()
        variable = self._defined_variable(varname, external, along)
        if self._is_netcdf4:
            for code in wishes.define(self._library, self._id, variable._number, bool(along)):
                self._check(code, variable._where)
        without = fill_value is False or fill_value is None and not self._fills
        variable._fills = not without
        self._check(self._library.def_var_fill(self._id, variable._number, int(without), None), variable._where)
        if fill_value is not None and fill_value is not False:
            variable.setncattr("_FillValue", fill_value)
        if least_significant_digit is not None:
            variable.least_significant_digit = least_significant_digit
        return variable

    def _dimensions_called(self, dimensions, variable):
        if isinstance(dimensions, (str, Dimension)):
            dimensions = (dimensions,)
        names = [one.name if isinstance(one, Dimension) else one for one in dimensions]
        for name in names:
            if name not in self._dimensions:
                raise ValueError(f"variable '{variable}': there is no dimension '{name}'")
        return [self._dimensions[name] for name in names]

    def _defined_variable(self, name, external, dimensions):
        numbers = (c_int * max(1, len(dimensions)))(*(one._number for one in dimensions))
        number = c_int()
        self._check(self._library.def_var(self._open_id(), as_name(name), external.number, len(dimensions), numbers, byref(number)),
                    f"variable '{name}'")
        return self._add_variable(number.value, RoomForName())

    def _own_name(self, path):
        """Of a variable, as netCDF4-python takes paths: those of groups begin with a slash, too."""
        if not isinstance(path, str):
            raise TypeError(f"{self._where}: the name of a variable must be a str, not {path!r}")
        names = [name for name in path.split("/") if name not in ("", ".")]
        if len(names) > 1:
            raise KeyError(f"{self._where} has no group {names[0]!r}: groups are not made")
        return names[0] if names else ""

    @defining
    def renameDimension(self, oldname, newname):
        """Collective."""
        self._define()
        dimension = self._dimensions[oldname]
        self._check(self._library.rename_dim(self._open_id(), dimension._number, as_name(newname)), f"dimension '{oldname}'")
        dimension.name = newname
        self._dimensions = {one.name: one for one in self._dimensions.values()}

    @defining
    def renameVariable(self, oldname, newname):
        """Collective."""
        self._define()
        variable = self._variables[oldname]
        self._check(self._library.rename_var(self._open_id(), variable._number, as_name(newname)), f"variable '{oldname}'")
        variable._name = newname
        self._variables = {one.name: one for one in self._variables.values()}
