# SPDX-License-Identifier: BSD-3-Clause
"""Whether a file ends before its data, as one does that was not copied to its end: what is missing is read as zeros."""

import math
import os
import stat
import warnings
from ctypes import byref, c_longlong

from ._errors import IncompleteFileWarning

_SET_MARK = b"weft_set"  # an attribute of a file whose values are in others
_HEADER_BYTES = 1 << 20  # in which a set has it


def warn_if_incomplete(dataset, path):
    """Of a file on this machine; not of a set, whose parts `weft check` looks at."""
    try:
        facts = os.stat(path)
    except OSError:
        return
    if stat.S_ISREG(facts.st_mode) and facts.st_size < _end_of_data(dataset) and not _is_set(path):
        warnings.warn(f"{dataset._where} ends before its data, at {facts.st_size} bytes: what is missing is read as zeros",
                      IncompleteFileWarning, stacklevel=3)


def _end_of_data(dataset):
    """Of the variable that begins last; if records may be behind it, of the last one along them, too."""
    library, file = dataset._library, dataset._id
    number = c_longlong()
    place, inquire = byref(number), library.inq_varoffset
    begins = []
    for variable in dataset._variables.values():
        code = inquire(file, variable._number, place)
        if code:
            dataset._check(code, variable._where)
        begins.append((number.value, variable._number, variable))
    dataset._check(library.inq_recsize(file, place), dataset._where)
    records = next((one.size for one in dataset._dimensions.values() if one.isunlimited()), 0)
    begins.sort(reverse=True)
    end = 0
    for begin, _, variable in begins:
        description = variable._description
        is_record = bool(description.dimensions) and description.dimensions[0].isunlimited()
        if is_record and not records:
            continue
        bytes_ = math.prod([one._length for one in description.dimensions[is_record:]]) * description.external.dtype.itemsize
        end = max(end, begin + bytes_ + ((records - 1) * number.value if is_record else 0))
        if is_record or not records:
            break  # the others begin before it
    return end


def _is_set(path):
    with open(path, "rb") as file:
        return _SET_MARK in file.read(_HEADER_BYTES)
