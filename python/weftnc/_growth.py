# SPDX-License-Identifier: BSD-3-Clause
"""How long an assignment makes an unlimited dimension.

By the end that its slice has. A slice without one takes as many places as there are values along it, be they more or fewer
than the dimension has; so `v[len(v):] = record` appends, and `v[:] = records` begins at the first. Where the values do not
say how many, places that exist are meant; where netCDF4-python would take another number, nothing is written, and an
exception says so.
"""

import typing

from ._errors import IndexingError


class Growth(typing.NamedTuple):
    """What is written where a dimension may grow."""

    values_shape: tuple  # along this dimension and those behind it; (-1,) of one text
    index_rank: int     # how many of them the index chooses
    variable_rank: int


def grown_length(one, length, growth, where):
    """The length that the slice, of a dimension of this length, is about."""
    if one.stop is not None and one.stop > length:
        if (one.start or 0) < 0 and (one.step or 1) > 0:
            raise IndexingError(f"{where}: {one} begins at an index that is counted from the end, which it moves")
        return one.stop
    if not growth.values_shape:
        return _length_for_one_value(one, length, growth, where)
    count = growth.values_shape[0]
    if one.stop is not None:
        return length
    start = one.start or 0
    if one.step in (None, 1) and start >= 0 and len(growth.values_shape) >= growth.index_rank:
        return start + count
    chosen = len(range(*one.indices(length)))
    if chosen != count:
        values = "one text" if count < 0 else f"values of shape {growth.values_shape}"
        raise IndexingError(f"{where}: the slice has no end, and of {values} it is not clear where that is: give it one, or as "
                            f"many values as it has places ({chosen})")
    return length


def _length_for_one_value(one, length, growth, where):
    if length == 0 and growth.variable_rank == 1:
        return 1
    if one.stop is None and (one.start or 0) >= length > 0 and (one.step or 1) > 0:
        raise IndexingError(f"{where}: behind the last index, a single value does not tell where a slice without an end ends")
    return length
