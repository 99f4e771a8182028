# SPDX-License-Identifier: BSD-3-Clause
"""What the values of a variable stand for: missing ones, packed ones. docs/missing.md has the rules."""

import functools
import operator
import warnings

import numpy as np

from ._types import CHAR

_PIECE = 1 << 16  # values


class Conventions:
    """The attributes of a variable that say so."""

    def __init__(self, external, attributes, fills):
        """attributes: a function from a name to the value, or None. fills: whether places that nobody writes have a fill
        value. Without _FillValue it is the default of the type, and stands for none; of bytes only where places are filled,
        as with netCDF4-python."""
        self.external = external
        self.has_default_fill = fills or external.dtype.kind not in "iu" or external.dtype.itemsize > 1
        self.encoding = None
        self._known_tests = {}  # by type of values
        if external is CHAR:
            self.fill, self.encoding = _character(attributes("_FillValue")), attributes("_Encoding")
            attributes = {}.get  # the others are about numbers
        else:
            self.fill = self._usable(attributes, "_FillValue")
        self.missing = self._usable(attributes, "missing_value")
        self.range = self._range(attributes)
        is_unsigned = external.dtype.kind == "i" and str(attributes("_Unsigned")).lower() == "true"
        self.unsigned = np.dtype(f"u{external.dtype.itemsize}") if is_unsigned else None  # what signed integers stand for
        self.digits = _number(attributes("least_significant_digit"))
        packing = [attributes(name) for name in ("scale_factor", "add_offset")]
        self.scale, self.offset = map(_number, packing) if all(map(_is_one_number, packing)) else (None, None)

    def _usable(self, attributes, name):
        """The values of an attribute as an array of the variable's type, or None: what has others says nothing about these."""
        given = attributes(name)
        if given is None or isinstance(given, str) or np.size(given) == 0:
            return None
        with np.errstate(all="ignore"):
            converted = np.ravel(given).astype(self.external.dtype)
        if np.array_equal(converted, np.ravel(given), equal_nan=np.asarray(given).dtype.kind == "f"):
            return converted
        warnings.warn(f"the attribute {name} is {given}, which the variable's type, {self.external.dtype}, cannot have: it is "
                      "ignored", stacklevel=2)
        return None

    def _range(self, attributes):
        both = self._usable(attributes, "valid_range")
        if both is not None and both.size == 2:
            return both[:1], both[1:]
        return self._usable(attributes, "valid_min"), self._usable(attributes, "valid_max")

    def mask_of(self, values):
        """Of the values that are none, or None: most often all are there. values: as in the file, or as_meant() of these."""
        tests = self._tests(values.dtype)
        if values.size > _PIECE and not any(np.any(_missing(tests, piece)) for piece in _pieces(values)):
            return None
        mask = _missing(tests, values)
        return mask if np.any(mask) else None

    def _tests(self, dtype):
        """Of values of this type, each a function to a mask of those that are none; looked for once."""
        if dtype not in self._known_tests:
            alike = self.as_meant if dtype == self.unsigned else lambda limit: limit
            self._known_tests[dtype] = list(self._found_tests(alike))
        return self._known_tests[dtype]

    def _found_tests(self, alike):
        marks = [mark for given in (self.fill, self.missing) if given is not None for mark in alike(given)]
        if self.fill is None and self.has_default_fill:
            marks.append(self.external.default_fill)  # which no unsigned value is
        yield from map(_test_for, marks)
        least, most = (None if limit is None else alike(limit)[0] for limit in self.range)
        if least is not None:
            yield lambda values: values < least
        if most is not None:
            yield lambda values: values > most

    def mark_of(self, values):
        """What stands for none in an array some of whose values are masked. values: as of mask_of()."""
        alike = self.as_meant if values.dtype == self.unsigned else lambda marks: marks
        if self.missing is not None and np.any(_missing(list(map(_test_for, alike(self.missing))), values)):
            return alike(self.missing)[0]
        return alike(self._default_mark())[0]

    def _default_mark(self):
        return np.asarray([self.external.default_fill], self.external.dtype) if self.fill is None else self.fill

    def as_meant(self, values):
        """Unsigned where the attribute _Unsigned says so."""
        is_other = self.unsigned is not None and values.dtype == self.external.dtype
        return values.view(self.unsigned) if is_other else values

    def unpacked(self, values):
        values = self.as_meant(values)
        scales, shifts = self.scale not in (None, 1), self.offset not in (None, 0)
        if self.scale is not None and self.offset is not None and not (scales or shifts):
            return values.astype(self.scale.dtype)
        values = values * self.scale if scales or shifts and self.scale is not None else values
        return values + self.offset if shifts or scales and self.offset is not None else values

    def rounded(self, values):
        """To the decimal that the attribute least_significant_digit says, by as many bits as this takes."""
        if self.digits is None:
            return values
        power = np.log10(10.0 ** -float(self.digits))
        power = int(np.floor(power)) if power < 0 else int(np.ceil(power))
        steps = 2.0 ** np.ceil(np.log2(10.0 ** -power))
        return np.around(steps * values) / steps

    def packed(self, values):
        if self.scale is not None or self.offset is not None:
            values = values if self.offset is None else values - self.offset
            values = values if self.scale is None else values / self.scale
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
        return (self._default_mark() if self.missing is None else self.missing)[0]

    def filled(self, values):
        """Masked values as what stands for none in the file. Characters for numbers, or the other way, are left as they are,
        for others to refuse."""
        if values is np.ma.masked:
            return np.asarray(self.mark)
        if not np.ma.isMaskedArray(values) or (values.dtype.kind in "SU") != (self.external is CHAR):
            return values
        hidden = np.ma.getdata(values)[np.ma.getmaskarray(values)]
        if self.missing is not None and np.all(np.isin(hidden, self.missing)):
            return np.ma.getdata(values)  # each is one of several marks
        return values.astype(self._room_for(values)).filled(self.mark)

    def _room_for(self, values):
        """A type for the values and the mark: one that both have, or that of the file where that would be a float, which
        has not all integers of 8 bytes."""
        common = np.promote_types(values.dtype, self.external.dtype)
        is_rounded = common.kind == "f" and self.external.dtype.kind in "iu" and self.external.dtype.itemsize == 8
        return self.external.dtype if is_rounded and _fit(values, np.iinfo(self.external.dtype)) else common


def _missing(tests, values):
    return functools.reduce(operator.or_, [test(values) for test in tests]) if tests else np.False_


def _pieces(values):
    """In the order of memory, so short that a mask of each stays in the processor's cache: memory for one of all the values would
    have to be got from the system first, which takes longer than to look at them."""
    return np.nditer(values, ["external_loop", "buffered"], [["readonly"]], order="K", buffersize=_PIECE)


def _number(value):
    """What is no number says nothing."""
    return None if value is None or isinstance(value, str) or np.size(value) == 0 else np.ravel(value)[0]


def _is_one_number(value):
    """Or no value at all. Where one of two attributes is not, neither counts."""
    return value is None or not isinstance(value, str) and np.size(value) == 1


def _character(text):
    """Of a fill value, which is a zero where the text is empty."""
    if isinstance(text, str):
        text = text.encode("latin-1", "replace")
    return np.asarray([text[:1] or CHAR.default_fill], "S1") if isinstance(text, bytes) else None


def _fit(values, limits):
    """Whether the values that are not masked are between limits of integers."""
    ends = [values.min(), values.max()] if values.count() else [0, 0]
    return bool(np.all(np.isfinite(ends))) and limits.min <= int(ends[0]) and int(ends[1]) <= limits.max


def _test_for(mark):
    is_nan = np.issubdtype(np.asarray(mark).dtype, np.floating) and np.isnan(mark)
    return np.isnan if is_nan else lambda values: values == mark
