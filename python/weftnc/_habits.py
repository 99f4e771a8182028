# SPDX-License-Identifier: BSD-3-Clause
"""What programs written for netCDF4-python call beside the rest: mixed into Dataset and Variable."""

from ctypes import byref, c_int

import numpy as np

from ._absent import get_chunk_cache
from ._errors import Error
from ._library import defining, in_one_turn
from ._storage import Stored

class DatasetHabits:
    """The part of a Dataset that does so."""

    @property
    def disk_format(self):
        """"NETCDF3", or of a netCDF-4 file "HDF5"."""
        return "HDF5" if self._dataset._is_netcdf4 else "NETCDF3"

    def get_variables_by_attributes(self, **wanted):
        """The variables whose attributes have these values, or for which a function of the value is true; it is given None
        for an attribute that is not there. Not collective."""
        def fits(variable, name, value):
            found = variable.getncattr(name) if name in variable.ncattrs() else None
            return value(found) if callable(value) else found is not None and np.array_equal(found, value)
        return [variable for variable in self.variables.values()
                if all(fits(variable, name, value) for name, value in wanted.items())]

    def set_fill_on(self):
        """Variables that are made from now on have fill values where nobody writes (the default). Collective."""
        self._set_fill(0x000)

    def set_fill_off(self):
        """They have not, which saves writing twice. Collective."""
        self._set_fill(0x100)

    @defining
    def _set_fill(self, mode):
        self._define()
        before = c_int()
        self._check(self._library.set_fill(self._open_id(), mode, byref(before)), self._where)
        self._fills = mode == 0

    def set_auto_mask(self, mask):
        """For all variables: see Variable."""
        self._seen_as["_mask"] = bool(mask)
        for part in (*self._variables.values(), *self.groups.values()):
            part.set_auto_mask(mask)

    def set_auto_scale(self, scale):
        """For all variables: see Variable."""
        self._seen_as["_scale"] = bool(scale)
        for part in (*self._variables.values(), *self.groups.values()):
            part.set_auto_scale(scale)

    def set_auto_maskandscale(self, maskandscale):
        """Both for all variables: see Variable."""
        self.set_auto_mask(maskandscale)
        self.set_auto_scale(maskandscale)

    def set_always_mask(self, always_mask):
        """For all variables: see Variable."""
        self._seen_as["_always_mask"] = bool(always_mask)
        for part in (*self._variables.values(), *self.groups.values()):
            part.set_always_mask(always_mask)

    def set_ncstring_attrs(self, value):
        """Makes no difference: files that are written have one kind of text."""

    def set_auto_chartostring(self, chartostring):
        """For all variables: see Variable."""
        self._seen_as["_chartostring"] = bool(chartostring)
        for part in (*self._variables.values(), *self.groups.values()):
            part.set_auto_chartostring(chartostring)


class VariableHabits:
    """The part of a Variable that does so."""

    @property
    def mask(self):
        """Whether reading gives masked arrays."""
        return self._mask

    @property
    def scale(self):
        """Whether scale_factor and add_offset are applied."""
        return self._scale

    @property
    def chartostring(self):
        """Whether characters with an attribute _Encoding are read as texts."""
        return self._chartostring

    @property
    def always_mask(self):
        """Whether arrays are masked ones even where nothing is missing."""
        return self._always_mask

    def set_auto_mask(self, mask):
        """Whether reading gives masked arrays where values are missing (the default)."""
        self._mask = bool(mask)

    def set_auto_scale(self, scale):
        """Whether scale_factor, add_offset and _Unsigned are applied, both ways (the default)."""
        self._scale = bool(scale)

    def set_auto_maskandscale(self, maskandscale):
        """set_auto_mask() and set_auto_scale()."""
        self.set_auto_mask(maskandscale)
        self.set_auto_scale(maskandscale)

    def set_always_mask(self, always_mask):
        """Whether what is read is a masked array even if nothing is missing (the default)."""
        self._always_mask = bool(always_mask)

    def set_auto_chartostring(self, chartostring):
        """Whether characters whose attribute _Encoding says how texts are encoded are read as texts (the default)."""
        self._chartostring = bool(chartostring)

    def getValue(self):
        """The value of a variable without dimensions. Collective."""
        self._require_no_dimensions()
        return self[...]

    def assignValue(self, value):
        """Writes the value of a variable without dimensions. Collective."""
        self._require_no_dimensions()
        self[...] = value

    def _require_no_dimensions(self):
        if self.ndim:
            raise IndexError(f"variable '{self.name}' has dimensions: read and write its values by index")

    def get_fill_value(self):
        """What stands for a missing value: _FillValue, or the default of the type; None if places are not filled."""
        if "_FillValue" in self.ncattrs():
            return self.getncattr("_FillValue")
        return self._external.default_fill if self._fills else None

    @in_one_turn
    def chunking(self):
        """Of a netCDF-4 file: "contiguous", or the lengths of a chunk. None of others, where values lie side by side."""
        return Stored(self).chunking() if self._dataset._is_netcdf4 else None

    @in_one_turn
    def filters(self):
        """Of a netCDF-4 file: a dictionary of the filters of its chunks ("zlib", "complevel", "shuffle" ...). None of others, where
        nothing is compressed."""
        return Stored(self).filters() if self._dataset._is_netcdf4 else None

    @in_one_turn
    def quantization(self):
        """To how many digits or bits values were rounded before they were written, and how; None if they were not."""
        return Stored(self).quantization() if self._dataset._is_netcdf4 else None

    @in_one_turn
    def endian(self):
        """Of a netCDF-4 file: "little" or "big", the byte order in the file. "native" of others, as the values are in memory."""
        return Stored(self).endian() if self._dataset._is_netcdf4 else "native"

    def get_var_chunk_cache(self):
        """get_chunk_cache(). Error of a classic file, which has no chunks."""
        if not self._dataset._is_netcdf4:
            raise Error(f"{self._where}: classic files have no chunks")
        return get_chunk_cache()

    def set_var_chunk_cache(self, size=None, nelems=None, preemption=None):
        """Makes no difference. Error of a classic file, which has no chunks."""
        if not self._dataset._is_netcdf4:
            raise Error(f"{self._where}: classic files have no chunks")

    def set_ncstring_attrs(self, ncstring_attrs):
        """Makes no difference: files that are written have one kind of text."""

    def set_collective(self, value):
        """Of a dataset opened with parallel=True, whether reading and writing this variable is collective. Others are always
        read and written together; for these, Dataset.independent() is the way for one process."""
        self._is_collective = bool(value)
        if not value and self._dataset._comm is not None and not self._dataset._each_by_itself:
            raise ValueError(f"variable '{self.name}': between `with dataset.independent():` each process reads and writes by "
                             "itself; a single variable cannot")

    def use_nc_get_vars(self, use_nc_get_vars):
        """Makes no difference: strides are always read in one call."""
