# SPDX-License-Identifier: BSD-3-Clause
"""Whether a file ends before its data, as one does that was not copied to its end: what is missing is read as zeros."""

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
                      IncompleteFileWarning, stacklevel=4)


def _end_of_data(dataset):
    """Of the variable that begins last; if records may be behind it, of the last one along them, too."""
    library, file = dataset._library, dataset._id
    number = c_longlong()
    place, inquire = byref(number), library.inq_varoffset
    begins = []
    for variable in dataset.variables.values():
        code = inquire(file, variable._number, place)
        if code:
            dataset._check(code, variable._where)
        begins.append((number.value, variable._number))
    dataset._check(library.inq_recsize(file, place), dataset._where)
    variables = {one._number: one for one in dataset.variables.values()}
    has_records = any(one.isunlimited() and len(one) for one in dataset.dimensions.values())
    end = 0
    for begin, which in sorted(begins, reverse=True):
        records, bytes_ = _extent_of(variables[which])
        if records == 0:
            continue
        end = max(end, begin + ((records or 1) - 1) * number.value + bytes_)
        if records is not None or not has_records:
            break  # the others begin before it
    return end


def _extent_of(variable):
    """How many records it has, None if it has no such dimension; and the bytes of each, or of all."""
    shape = variable.shape
    is_record = bool(shape) and variable._dimensions[0].isunlimited()
    bytes_ = variable.dtype.itemsize
    for length in shape[1:] if is_record else shape:
        bytes_ *= length
    return (shape[0] if is_record else None), bytes_


def _is_set(path):
    with open(path, "rb") as file:
        return _SET_MARK in file.read(_HEADER_BYTES)
