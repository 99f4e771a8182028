# SPDX-License-Identifier: BSD-3-Clause
"""What the values of a variable stand for: missing ones, packed ones. By the attributes' conventions of the NetCDF User
Guide (appendix A): _FillValue, missing_value, _Unsigned, valid_min, valid_max, valid_range, scale_factor, add_offset."""

import numpy as np

from ._types import CHAR


class Conventions:
    """The attributes of a variable that say so."""

    def __init__(self, external, attributes):
        """attributes: a function from a name to the value, or None."""
        self.external = external
        self.is_char = external is CHAR
        self.encoding = attributes("_Encoding") if self.is_char else None
        if self.is_char:
            self.fill = self.missing = attributes("_FillValue")
            return
        self.fill = attributes("_FillValue")
        self.missing = attributes("missing_value")
        self.range = self._range(attributes)
        is_unsigned = external.dtype.kind == "i" and str(attributes("_Unsigned")).lower() == "true"
        self.unsigned = np.dtype(f"u{external.dtype.itemsize}") if is_unsigned else None  # what signed integers stand for
        self.scale = _number(attributes("scale_factor"))
        self.offset = _number(attributes("add_offset"))

    @staticmethod
    def _range(attributes):
        both = attributes("valid_range")
        if both is not None and np.size(both) == 2:
            return both[0], both[1]
        return _number(attributes("valid_min")), _number(attributes("valid_max"))

    def missing_in(self, values):
        """A mask of the values that are none, or False."""
        mask = np.False_
        fill = self.fill
        # By default, bytes have no value that stands for none.
        if fill is None and self.external.dtype.itemsize > 1:
            fill = self.external.default_fill
        for marks in (fill, self.missing):
            for mark in np.ravel(marks) if marks is not None and not isinstance(marks, str) else ():
                mask = mask | (np.isnan(values) if _is_nan(mark) else values == mark)
        values = self.as_meant(values)
        least, most = (None if limit is None else self.as_meant(limit) for limit in self.range)
        if least is not None:
            mask = mask | (values < least)
        if most is not None:
            mask = mask | (values > most)
        return mask

    def as_meant(self, values):
        """Unsigned where the attribute _Unsigned says so."""
        is_other = self.unsigned is not None and values.dtype == self.external.dtype
        return values.view(self.unsigned) if is_other else values

    def unpacked(self, values):
        values = self.as_meant(values)
        if self.scale is None and self.offset is None:
            return values
        return values * (1 if self.scale is None else self.scale) + (0 if self.offset is None else self.offset)

    def packed(self, values):
        if self.scale is not None or self.offset is not None:
            values = (values - (0 if self.offset is None else self.offset)) / (1 if self.scale is None else self.scale)
            values = np.rint(values) if self.external.dtype.kind in "iu" else values
        return values if self.unsigned is None else self._as_signed(values)

    def _as_signed(self, values):
        """The same bits; what has none is left for the library to refuse."""
        known = np.asarray(np.ma.filled(values, 0))
        if not np.all((known >= 0) & (known <= np.iinfo(self.unsigned).max)):
            return values
        signed = known.astype(self.unsigned).view(self.external.dtype)
        return np.ma.array(signed, mask=np.ma.getmask(values)) if np.ma.isMaskedArray(values) else signed

    @property
    def mark(self):
        """What is written where a value is missing."""
        marks = [mark for mark in (self.fill, self.missing) if mark is not None and not isinstance(mark, str)]
        return np.ravel(marks[0])[0] if marks else self.external.default_fill

    def filled(self, values):
        """Masked values as what stands for none in the file."""
        return values.filled(self.mark) if np.ma.isMaskedArray(values) else values


def _number(value):
    """What is no number says nothing."""
    return None if value is None or isinstance(value, str) else np.ravel(value)[0]


def _is_nan(mark):
    return np.issubdtype(np.asarray(mark).dtype, np.floating) and np.isnan(mark)
